import { useSyncExternalStore } from 'react'
import { keep } from '../storage.ts'
import { MoonIcon, SunIcon } from './icons.tsx'

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : darkSystem.matches
}

function onThemeChange(listener: () => void): () => void {
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  darkSystem.addEventListener('change', listener)
  return () => {
    chosen.disconnect()
    darkSystem.removeEventListener('change', listener)
  }
}

/** Chooses the other theme. Back at the system's own, it follows the system again. */
function switchTheme(): void {
  const next = !isDark()
  const chosen = next === darkSystem.matches ? null : next ? 'dark' : 'light'
  if (chosen) document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
  colourBrowser(chosen)
  keep('localStorage', 'theme', chosen)
}

/** Gives the bars of the browser the colour of the page. The page says both colours, each for its system. */
function colourBrowser(chosen: string | null): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const colours = new Map(metas.map((meta) => [meta.dataset.theme, meta.dataset.colour]))
  for (const meta of metas) meta.content = colours.get(chosen ?? meta.dataset.theme) ?? meta.content
}

export function ThemeSwitch() {
  const dark = useSyncExternalStore(onThemeChange, isDark)
  return (
    <button
      type="button"
      aria-label={dark ? 'Use the light theme' : 'Use the dark theme'}
      className="grid size-9 place-items-center rounded-lg text-muted pointer-coarse:size-11 hover:bg-sunken hover:text-ink"
      onClick={switchTheme}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}
