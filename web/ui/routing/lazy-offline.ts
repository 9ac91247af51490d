import type { ComponentType } from 'react'

/** Set when the shared chunk loads, because the landing page is lighter without it. */
export const lazyOffline: { Notice?: ComponentType; remember?: (title: string) => void } = {}
