import { type State, useAppSelector } from '../../app/state/store.ts'

/** Servers with questions, threads and feeds have handles too. */
export const knowsFeeds = ({ auth }: State): boolean => (auth.user ? Boolean(auth.user.handle) : true)

export const useKnowsFeeds = (): boolean => useAppSelector(knowsFeeds)
