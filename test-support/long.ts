/** Long runs (`LONG=1 npm run test:all`) do more of everything, and run every API test on Citus. */
export const LONG = process.env.LONG === '1'
