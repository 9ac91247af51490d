{
  const { dataset } = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden: the system's theme it is, and nobody is signed in.
      return null
    }
  }

  // The page itself follows what the server has sent for readers without scripts.
  dataset.scripts = ''

  const theme = stored('theme')
  if (theme === 'light' || theme === 'dark') {
    dataset.theme = theme
    const { color } = document.querySelector(`meta[data-theme="${theme}"]`).dataset
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = color
  }

  // The landing page is prerendered for guests, and for any keyboard.
  if (stored('token') ?? stored('token-set-aside')) dataset.member = ''
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) dataset.keys = 'apple'

  // On a slow network, which shows in how long the HTML took, the text font would delay what the first page needs more.
  const [visit] = performance.getEntriesByType('navigation')
  // Its end is 0 if this file was faster still.
  const isFast = visit && visit.responseEnd - visit.requestStart < 100
  const font = document.querySelector('meta[name="text-font"]')
  if (font && (isFast || stored('text-font') === 'cached')) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: font.content })
    document.head.append(link)
  }
}
