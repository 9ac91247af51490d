import { readStorage, writeStorage } from '../../../app/api/storage.ts'

const KEY = 'shortcuts'
const OFF = 'off'

export function areShortcutsOn(): boolean {
  return readStorage('localStorage', KEY) !== OFF
}

export function switchShortcuts(isOn: boolean): void {
  writeStorage('localStorage', KEY, isOn ? null : OFF)
}
