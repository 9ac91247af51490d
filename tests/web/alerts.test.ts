import { expect, it, vi } from 'vitest'
import { alertRemoved, failuresRemoved, showAlert } from '../../web/app/state/alert-slice.ts'
import { startPage } from './stubs.ts'

it('shows alerts with unique ids and removes each after 5000 ms', () => {
  vi.useFakeTimers()
  const { store } = startPage()
  store.dispatch(showAlert('Saved', 'success'))
  vi.advanceTimersByTime(1000)
  store.dispatch(showAlert('Saved', 'danger'))
  const [first, second] = store.getState().alert
  expect(first).toEqual({ id: expect.any(String), msg: 'Saved', type: 'success' })
  expect(second?.id).not.toBe(first?.id)
  vi.advanceTimersByTime(3999)
  expect(store.getState().alert).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(store.getState().alert).toEqual([second])
  vi.advanceTimersByTime(1000)
  expect(store.getState().alert).toEqual([])
})

it('accepts another lifetime', () => {
  vi.useFakeTimers()
  const { store } = startPage()
  store.dispatch(showAlert('Saved', 'success', 100))
  vi.advanceTimersByTime(100)
  expect(store.getState().alert).toEqual([])
})

it('removes an alert by its id only', () => {
  const { store } = startPage()
  store.dispatch(showAlert('One', 'success'))
  store.dispatch(showAlert('Two', 'success'))
  store.dispatch(alertRemoved(store.getState().alert[0]?.id ?? ''))
  expect(store.getState().alert.map(({ msg }) => msg)).toEqual(['Two'])
})

it('shows the same alert only once, and each for its full lifetime', () => {
  vi.useFakeTimers()
  const { store } = startPage()
  store.dispatch(showAlert('Name is required', 'danger'))
  vi.advanceTimersByTime(4000)
  store.dispatch(showAlert('Name is required', 'danger'))
  expect(store.getState().alert).toHaveLength(1)
  vi.advanceTimersByTime(4000)
  expect(store.getState().alert).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(store.getState().alert).toEqual([])
})

it('removes errors when a form is sent again, and keeps successes', () => {
  const { store } = startPage()
  store.dispatch(showAlert('Saved', 'success'))
  store.dispatch(showAlert('Name is required', 'danger'))
  store.dispatch(failuresRemoved())
  expect(store.getState().alert.map(({ msg }) => msg)).toEqual(['Saved'])
})
