{
  const { dataset, style } = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden.
      return null
    }
  }

  dataset.scripts = ''

  const theme = stored('theme')
  if (theme === 'light' || theme === 'dark') {
    dataset.theme = theme
    const { color } = document.querySelector(`meta[data-theme="${theme}"]`).dataset
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = color
  }

  if (stored('token') ?? stored('token-set-aside')) dataset.member = ''
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) dataset.keys = 'apple'

  // The first spinner comes at once if the first frame comes late.
  requestAnimationFrame((time) => style.setProperty('--first-frame', `${time}ms`))

  // A module script also fails with what it imports, React included.
  const onError = ({ target }) => {
    if (target.type !== 'module') return
    removeEventListener('error', onError, true)
    // What follows is the page for readers without scripts.
    delete dataset.scripts
    delete dataset.member
    const message = document.querySelector('#unloaded').content.cloneNode(true)
    message.querySelector('button').onclick = () => location.reload()
    document.querySelector('#root').prepend(message)
  }
  addEventListener('error', onError, true)
}
