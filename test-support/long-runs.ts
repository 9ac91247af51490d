/** `LONG=1 npm run test:all` repeats more and runs every API test on Citus. */
export const LONG = process.env.LONG === '1'
