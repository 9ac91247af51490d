import { StartError } from '../../start-error.ts'

export type Environment = Record<string, string | undefined>

type Parse<T> = (text: string) => T | undefined
export type Read = <T>(name: string, fallback: string, parse: Parse<T>, requirement: string) => T
export type ReadOptional = <T>(name: string, parse: Parse<T>, requirement: string) => T | undefined

export class SettingError extends StartError {}

export const oneOf =
  <const Option extends string>(options: readonly Option[]) =>
  (text: string) =>
    options.find((option) => option === text)

export const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
export const urlMatching = (pattern: RegExp) => (text: string) =>
  pattern.test(text) && URL.canParse(text) ? text : undefined

export function webAddress(text: string): string | undefined {
  return urlMatching(/^https?:\/\//)(text)?.replace(/\/+$/, '')
}

export function onOrOff(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined
}
