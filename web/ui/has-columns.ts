/** Whether the page has its left and right columns: `--breakpoint-columns` in styles.css. */
export const hasColumns = (): boolean => matchMedia('(width >= 68.75rem)').matches
