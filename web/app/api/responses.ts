import { ApiError, unexpectedResponse } from './results.ts'

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function requireList<Item>(response: Item[]): Item[] {
  if (!Array.isArray(response) || !response.every(isObject)) throw unexpectedResponse()
  return response
}

export function requireObject<Value extends object, Key extends keyof Value>(
  response: Value,
  ...fields: Key[]
): Value & { [Field in Key]-?: NonNullable<Value[Field]> } {
  if (!isObject(response) || fields.some((field) => response[field] == null)) throw unexpectedResponse()
  return response as ReturnType<typeof requireObject<Value, Key>>
}

/** Some servers say "not found" with null. */
export function requireFound<Value>(response: Value): NonNullable<Value> {
  if (response === null || response === undefined) {
    throw new ApiError(404, 'Not Found', [{ msg: 'Not found' }])
  }
  return response
}

export const listOf = <Item>(value: Item[] | null | undefined): Item[] => (Array.isArray(value) ? value : [])
