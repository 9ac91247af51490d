import type { App } from '../../context.ts'
import type { Search } from '../search/search-pool.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { recommendationRoutes } from './recommendations/routes.ts'

export function addFeeds({ serve, context }: App, search: Search): void {
  bookmarkRoutes(serve, context)
  followRoutes(serve, context)
  recommendationRoutes(serve, context, search)
}
