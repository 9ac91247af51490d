import { test } from 'vitest'

// Runs instead of the API tests if there is no cluster, so that the report says so.
test.skip('the API on Citus: no cluster starter beside the project, and TEST_CITUS_URL is not set')
