import { onDatabase, runCommand } from './command.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, seed } from './seed/write.ts'

await runCommand(() =>
  onDatabase(async (db) => {
    const { users, posts, comments, likes } = await seed(db)
    console.log(
      `Wrote ${users} developers, ${posts} posts, ${comments} comments and ${likes} likes to ${db.location}. ` +
        `Sign in as ${DEMO_EMAIL} with the password "${DEMO_PASSWORD}".`,
    )
    console.log('All demo accounts share this password: never use them on a public server.')
  }),
)
