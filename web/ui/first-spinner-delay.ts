/** In milliseconds. A spinner for less would only flash. */
const PATIENCE = 200

/** A page opened cold shows its spinner once the whole of it, scripts included, has taken this long. */
export const firstSpinnerDelay = (): string => `${PATIENCE - performance.now()}ms`
