try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme
    const { colour } = document.querySelector(`meta[data-theme="${theme}"]`).dataset
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = colour
  }
} catch {
  // Storage is forbidden: the system's theme it is.
}
