import { test } from 'vitest'

// Runs instead of the API tests if there is no cluster, so that the report says so.
test.skip('the API on Citus: no cluster can be started on this machine, and TEST_CITUS_URL is not set')
