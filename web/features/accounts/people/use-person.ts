import { usePersonQuery } from './people-api.ts'

/** Undefined until loaded, and on a server without this call. */
export function usePerson(id: string, isWanted: boolean) {
  const { currentData: person, isFetching } = usePersonQuery(id, { skip: !isWanted })
  return { person, isLoading: isFetching && !person }
}
