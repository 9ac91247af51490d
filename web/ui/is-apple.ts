/** theme.js finds out before the first paint. */
export const isApple = () => document.documentElement.dataset.keys === 'apple'
