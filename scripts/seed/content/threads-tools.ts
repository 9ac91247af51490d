export const tools = String.raw`
== git student
I committed to main instead of my branch and have not pushed yet. How do I move the last two commits without
losing them? I am afraid to touch anything.
--
Nothing is lost. Make a branch where you are, then put main back by two:

  git branch my-feature
  git reset --keep HEAD~2
  git switch my-feature

--keep refuses if you have uncommitted changes in the files concerned, so it is safer than --hard.
--
And for the fear: git reflog remembers where you were for weeks. As long as it was committed, you can get it
back.
--op
It worked, and git reflog is now my favorite command. It is like an undo history for courage.

== git
Tip: when the same merge conflict comes back at every rebase, let git remember how you solved it.

  git config --global rerere.enabled true

It records your resolution and applies it the next time. The name means "reuse recorded resolution".
--
It has been on in my settings for so long that I forgot that rebasing was ever painful.
--
Do check the result before you continue. It faithfully repeats your mistakes as well: git rerere forget
<path> helps.

== git
Which commit broke it? Two hundred commits since the last release, and the test takes a minute.
--
git bisect does it in eight steps, alone:

  git bisect start HEAD v2.3.0
  git bisect run npm test -- broken-thing

The script says good with exit code 0 and bad with 1 to 127, except 125, which means "cannot tell, skip this
one".
--
This is the best argument for small commits that all build. A bisect that lands on "various changes" is no
help.
--op
Eight minutes and one coffee. It was a harmless-looking update of a lock file.

== git
Merge, squash or rebase for pull requests? Please, arguments rather than faith.
--
Squash if the branch history is noise ("fix", "fix again"): main gets one readable commit for each change
and bisect stays simple. Rebase if the author already tells a story in clean commits. Merge commits if you
want to see what came in together.
--
What matters more to me than the choice: the message on main explains why. In two years I want to read the
reason, not "address review comments".
--
We squash, with the description of the pull request as the message. So people write better descriptions.

== git
You can ignore the commit that reformatted everything in git blame:

  echo <full-hash> >> .git-blame-ignore-revs
  git config blame.ignoreRevsFile .git-blame-ignore-revs

Commit the file; the big code hosts read it too.
--
This was the last argument against introducing a formatter in our team. Thank you, it goes in on Monday.
--
Also useful: git blame -w ignores changes of white space and -C follows lines that were moved between files.

== linux
The disk is full according to df, but du finds only half of it. Where is the rest?
--
Probably files that were deleted while a process still has them open. The space returns when the last handle
closes:

  sudo lsof +L1

Restart that process, or have it reopen its log.
--
The other possibility is a directory that is hidden under a mount point. Bind-mount the root elsewhere
(mount --bind / /mnt) and run du there.
--op
A 40 GB log, deleted by hand and still held by the daemon. We now use logrotate as one should.

== linux
Every shell script of mine starts like this now:

  #!/usr/bin/env bash
  set -euo pipefail

Stop at errors, stop at unset variables, and a pipe fails if any part of it fails. Which lines do you start
with?
--
Same, plus shellcheck in CI. It finds the missing quotes before the file with a space in its name does.
--
Know its limits: set -e is ignored inside conditions, and "local x=$(cmd)" hides the failure of cmd, since
local itself succeeds. Declare first, assign on the next line.
--
  trap 'rm -rf "$tmp"' EXIT

right after tmp=$(mktemp -d). It cleans up on success and on failure.

== linux
Why does my cron job work in the terminal but not in cron? The oldest question, I know, but here I am.
--
A different environment: nearly empty PATH, no profile is read, another working directory, and sh instead of
your shell. Use absolute paths and try it like this:

  env -i HOME="$HOME" PATH=/usr/bin:/bin sh -c '/opt/app/nightly.sh'
--
And remember that % means a new line in a crontab. A date +%F in there needs a backslash before the percent
sign.
--op
It was the percent sign. Of all things. A systemd timer replaces it tomorrow, and its log is where I can
find it.

== devops
Our image went from 1.2 GB to 160 MB with one idea: build in one stage, run in another.

  FROM node:22 AS build
  WORKDIR /app
  COPY package*.json ./
  RUN npm ci
  COPY . .
  RUN npm run build && npm prune --omit=dev

  FROM node:22-slim
  WORKDIR /app
  COPY --from=build /app .
  USER node
  CMD ["node", "dist/main.js"]
--
Good order, too: copying the package files first means that npm ci is cached until the dependencies change.
--
Add a .dockerignore with node_modules and .git, or COPY . . brings your local ones along.
--
Points for USER node. Running as root in a container is still running as root.

== devops
What do you do first when something is on fire in production? I wrote down our five steps and would like
yours.

1. Say aloud who leads.
2. Stop the bleeding: roll back before you understand.
3. Write the time line while it happens.
4. Tell the people affected, even if you only know a little.
5. Look for causes when it is over, and never for culprits.
--
I would add "0. Breathe". Half of our long outages were a short outage plus a hasty fix.
--
Step 2 needs rehearsal. We roll back on a random quiet day each month, so that it is boring when it counts.
--
We keep a second role: someone who only writes updates. The person repairing should not answer "any news?"
every three minutes.

== devops
Readiness or liveness probe: what is the difference in practice? Ours check the same endpoint, and yesterday
all pods restarted at once when the database was slow.
--
You found the difference. Liveness failing means "kill me"; readiness failing means "send me no traffic for
now". A slow database should never fail liveness: restarting does not heal it, and then everyone reconnects
at once.

Liveness: can the process answer at all? Readiness: can it do its work now?
--
Even readiness with the database in it is debatable. If all pods become unready together, your users get an
empty error instead of your friendly one.
--op
Liveness now touches nothing but the process itself. We slept through the next slow query.

== regex
Please help: I want the text between quotes, and my pattern eats everything up to the last quote of the
line.

  ".*"
--
The star is greedy. Either make it lazy, or better say what you mean: anything but a quote.

  "[^"]*"

The second is faster as well, because it never has to go back.
--
With escaped quotes inside it becomes "(?:[^"\\]|\\.)*": neither quote nor backslash, or a backslash with
any one character after it.
--op
Saying what I mean instead of taming the star. I will try that elsewhere in life too.

== regex
A single regular expression froze our server for forty seconds. The pattern was, more or less:

  ^(\w+\s?)*$

Thirty letters and an exclamation mark, and the processor runs at 100 percent.
--
Catastrophic backtracking: since the space is optional, "aaaa" can be cut into groups in exponentially many
ways, and the engine tries them all before it gives up. Make each cut unambiguous: ^\w+(?:\s\w+)*\s?$
--
Limit the length of the input before you match, too. And for patterns from users take an engine that
guarantees linear time, such as RE2.
--
For Node: a frozen event loop takes every request with it. It deserves a lint rule; there are plug-ins that
detect such patterns.
`
