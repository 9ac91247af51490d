import { useState } from 'react'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { areShortcutsOn, switchShortcuts } from './setting.ts'
import { ShortcutList } from './shortcut-list.tsx'

export function KeyboardSettings() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function change(isOn: boolean) {
    switchShortcuts(isOn)
    setOn(isOn)
  }

  return (
    <section>
      <h2 className="text-lg font-semibold">Keyboard shortcuts</h2>
      <p className="mt-1 mb-3 text-muted">
        Move through posts and act on them with single keys, except while you're typing. Saved in this
        browser.
      </p>
      <Checkbox
        label="Use single-key shortcuts"
        checked={isOn}
        onChange={(event) => change(event.target.checked)}
      />
      {isOn && (
        <div className="mt-3">
          <ShortcutList />
        </div>
      )}
    </section>
  )
}
