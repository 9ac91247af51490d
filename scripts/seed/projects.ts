import type { NewProject } from '../../contract/projects.ts'
import { monthsAgo } from './careers.ts'
import type { Person } from './read-content.ts'

// Author (handle or persona) | name | skills | first and last month as months ago; 0 is still running

const PROJECTS = `
ada | Slowlog | PostgreSQL,Go,SQL | 30-0
Reads the log of a database and shows **which ten queries cost the most**, with the page that sent them. One binary,
no agent, no account.

ada | Ledger in a Day | Java,PostgreSQL | 52-47
The smallest double-entry ledger that I would trust: 900 lines, 300 of them tests. Written for a workshop and still
used in it.

ada | Queue without a Broker | PostgreSQL,TypeScript | 20-8
Jobs in a table, with leases, retries and a page that shows what waits. It replaced a message broker at two companies.

sanne | Tidy Grid | CSS,Design Systems,TypeScript | 26-0
A grid of twelve utility classes. It has no build step and *no thirteenth class*.

sanne | Contrast Club | Accessibility,SVG | 15-3
Paste two colors, get the nearest pair that everybody can read.

frontend | Paperplane | Svelte,Vite | 18-2
A form that survives the train: drafts are kept offline and sent when there is a connection again.

frontend | Focus Trail | Accessibility,JavaScript | 9-0
Draws the path that the Tab key takes through a page. Most pages draw a very sad picture.

backend | Ratekeeper | Go,Redis | 33-12
Rate limits that can be explained to the person who is limited.

backend | Openapi Diff | OpenAPI,TypeScript | 22-0
Shows whether a change of an API breaks its clients, before they do.

fullstack | Guesthouse | Node.js,React,SQLite | 40-0
Bookings for inns with fewer than ten rooms. Runs on a computer below the reception desk.

fullstack | Lending Shelf | PostgreSQL,React | 14-0
Our street shares tools with it: who has the ladder, and since when.

data | Tidewater | Python,SQL | 28-6
Cleans the measurements of forty harbours every night and mails one chart in the morning.

data | Namesake | Python | 16-10
Finds people who are in a list twice, with an explanation for each match.

mobile | Seed Diary | Kotlin | 24-0
Farmers note what they have sown, without a network and with thick gloves.

mobile | Walkable | Swift | 11-1
Says how long it takes on foot. Nothing else.

embedded | Quiet Fan | C,Linux | 19-0
Firmware for a fan that listens to the room before it spins up.

embedded | Bus Peek | Rust,C | 13-4
Shows the traffic of an I²C bus in a terminal, with the data sheet next to it.

devops | Restore Friday | Bash,Kubernetes | 21-0
Restores last night's backup every Friday and compares it with the original. Fails loudly.

devops | Alert Diet | Prometheus,Go | 17-5
Lists the alerts that nobody has reacted to in a month, so that you can delete them.

security | One Page Threats | Threat Modeling | 25-0
A template for threat models, and thirty real ones that fit on a page.

testing | Flakefinder | TypeScript,Testing | 23-0
Runs the tests of a pull request in random order until one of them lies.

games | Lighthouse Keeper | Shaders,C++ | 31-9
A short game about keeping ships off the rocks. Every wave is computed, none is drawn.

student | My First Parser | Python | 6-0
A calculator that explains each step. I now understand recursion, which I understood by understanding recursion.

teaching | Library Classes | HTML,JavaScript | 44-0
Twelve lessons for a room of people who have never programmed, with mangoes in the examples.

leading | Meeting Budget | TypeScript | 8-2
Shows what a meeting costs while it runs. Shortened ours by a third.

design | Honest Icons | SVG,Design Systems | 27-0
Forty icons that were tested with people. Nine of them became words.
`

export function assignProjects(people: Person[], now: number): Map<Person, NewProject[]> {
  const projectsOf = new Map<Person, NewProject[]>()
  for (const block of PROJECTS.trim().split('\n\n')) {
    const [head = '', ...lines] = block.split('\n')
    const [author = '', name = '', skills = '', months = ''] = head.split(' | ')
    const person =
      people.find(({ handle }) => handle === author) ??
      people.find((candidate) => candidate.persona === author && !projectsOf.has(candidate))
    if (!person) throw new Error(`Nobody is left for the project ${name}`)
    const [firstMonth = 0, lastMonth = 0] = months.split('-').map(Number)
    const path = name.toLowerCase().replace(/\W+/g, '-')
    const project = {
      name,
      url: `https://${path}.example.com`,
      source: `https://code.example.com/${person.handle}/${path}`,
      description: lines.join(' '),
      picture: null,
      skills: skills.split(','),
      from: monthsAgo(now, firstMonth, '01'),
      to: lastMonth === 0 ? null : monthsAgo(now, lastMonth, '28'),
    }
    projectsOf.set(person, [...(projectsOf.get(person) ?? []), project])
  }
  return projectsOf
}
