import { useSyncExternalStore } from 'react'
import { writeStorage } from '../../app/api/storage.ts'
import { MoonIcon, SunIcon } from '../icons.tsx'

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : darkSystem().matches
}

function onThemeChange(listener: () => void): () => void {
  const system = darkSystem()
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', listener)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', listener)
  }
}

export function switchTheme(): void {
  const next = !isDark()
  const chosen = next === darkSystem().matches ? null : next ? 'dark' : 'light'
  if (chosen) document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
  colorBrowser(chosen)
  writeStorage('localStorage', 'theme', chosen)
}

/** The HTML has one color for each system theme. */
function colorBrowser(chosen: string | null): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const colors = new Map(metas.map((meta) => [meta.dataset.theme, meta.dataset.color]))
  for (const meta of metas) meta.content = colors.get(chosen ?? meta.dataset.theme) ?? meta.content
}

export function useIsDark(): boolean {
  return useSyncExternalStore(onThemeChange, isDark, () => false)
}

export function ThemeSwitch() {
  const dark = useIsDark()
  return (
    <button
      type="button"
      aria-label={dark ? 'Use the light theme' : 'Use the dark theme'}
      className="grid size-9 place-items-center rounded-lg text-muted pointer-coarse:size-11 hover:bg-sunken hover:text-ink"
      onClick={switchTheme}
    >
      {/* The prerendered landing page knows no theme, so the styles choose the icon. */}
      <span className="dark:hidden">
        <MoonIcon />
      </span>
      <span className="hidden dark:block">
        <SunIcon />
      </span>
    </button>
  )
}
