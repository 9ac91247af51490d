export const practice = `
== testing
A test fails once in fifty runs. What is your procedure? Mine was "run again", and I am not proud of it.
--
Run it two hundred times in a loop under load, alone and with its neighbors. Then look at the usual four:
time, order, shared state, and waiting by sleep instead of by condition.
--
Freeze the clock, and seed the random numbers and print the seed upon failure. A failure that you can repeat
is half solved.
--
Quarantine with a deadline: it may be skipped for a week, with a name on it. Without the deadline you have
just deleted the test slowly.
--op
Shared state: two files used the same user name in one database. With a database for each file it has passed
10,000 times in a row.

== testing
How much do you mock? Our unit tests are green, and production breaks at the joints between the modules.
--
That is the sign. Mocks repeat your assumptions about the other side. I mock what I cannot run (payment
provider, mail) and use the real thing for what I can: database, file system, my own modules.
--
When you must fake a remote service, test your fake against the real one now and then with the same contract
tests.
--
Our suite on a real PostgreSQL takes 40 seconds. We expected minutes and put it off for years because of
that.

== testing
Property-based testing found a bug in ten seconds that our forty examples had missed. The property was just:

  decode(encode(x)) equals x

It came back with the smallest counterexample, an emoji at the border of a chunk.
--
Round trips are the best first property. Others: sorting twice changes nothing, the order of inserts does
not matter, a slow and simple version agrees with the fast one.
--
The shrinking is the real magic. A failure with 3 characters instead of 3,000 practically explains itself.

== testing
What do you call your tests? We have 300 that begin with "should".
--
A sentence about behavior that is true, without "should": "an expired token is refused". The report then
reads like a specification.
--
I name the situation and the result, never the method. Methods get renamed; "liking twice counts once"
stays.

== performance
Before you optimise: measure where the time goes. We spent two weeks on making the JSON faster. Then we
looked at the flame graph, and 70 percent was a logger that serialized the whole request at debug level and
then threw it away.
--
In Node it is one flag:

  node --cpu-prof server.js

and then open the file in the browser's dev tools.
--
And measure again afterwards, in the same way. Half of my clever ideas make things slower, and I only know
because of the second measurement.

== performance ada
N+1 strikes again: a feed of 50 posts caused 151 queries. Local database, so nobody noticed for months.

  for (const post of posts) {
    post.author = await db.user(post.userId)
    post.likes = await db.likes(post.id)
    post.comments = await db.comments(post.id)
  }
--
Collect the ids and ask once for each table: where id in (...). Four queries whatever the size of the page.
Then group in memory.
--
And pin it with a test that counts queries. Otherwise it comes back with the next harmless getter.
--op
151 to 4, and the page went from 900 ms to 60 ms on the real network. The counting test has already caught a
relapse.

== performance
Our start page weighed 4 MB. What we did, in order of effect:

- Images in the size in which they are shown, as AVIF with a fallback: minus 2.9 MB
- Fonts: two weights instead of nine, subset: minus 400 KB
- A chart library loaded only on the page with charts: minus 300 KB
- Width and height on each image: no kilobytes, but nothing jumps any more
--
Nice that the list begins with images. People argue about 3 KB of framework next to a 2 MB hero picture.
--
loading="lazy" for those below the fold, but never for the largest one at the top: that makes it later.

== performance
How do you choose a cache time? Ours is "five minutes" everywhere and nobody knows why.
--
Ask what happens if the value is five minutes old. Prices: complaints. Country list: nothing. Then
invalidate what you write yourself, and use time only for things that you cannot observe.
--
Add a little randomness to the expiry. If a thousand entries expire in the same second, your database will
notice.
--
And let one request refresh while the others get the old value. Stale for a second is better than everyone
waiting.

== security
Found in a code review today. What is wrong here?

  db.query("select * from users where name = '" + name + "'")
--
A name with a quote in it changes the query. Use parameters, always, also for values that "can only be
numbers":

  db.query('select * from users where name = $1', [name])
--
Parameters are for values only. When the sort column comes from the user, compare it with a fixed list and
refuse everything else.
--
And give the application a database role that cannot drop tables. A second lock on the door.

== security
Where should a single-page app keep its token: local storage or a cookie? I read ten articles with eleven
opinions.
--
A script injected into your page can use either: it reads local storage or simply sends requests with the
cookie. An HttpOnly cookie only stops it from carrying the token away. With cookies you think about CSRF
(SameSite helps), with headers you do not.
--
So the real answer is to prevent injection: a strict content security policy, no inline scripts, no raw HTML
from users. And let tokens die on logout, on the server.
--op
That is the first answer that made the trade-off clear. We keep the header, and tighten the policy this
week.

== security
How do you store passwords these days? Our old system has unsalted SHA-1, and I inherited it on Monday.
--
argon2id with a salt for each user (19 MiB of memory and two passes is OWASP's minimum). You need not wait
for everyone to log in: hash the old hashes now, argon2id(sha1), and replace each with a clean one at the
next login.
--
When you are done, look for the old hashes in backups and logs. They leak from there.
--
And drop the "one capital, one digit" rules while you are at it. Length and a check against known leaked
passwords do more.

== security terrence
Reminder from an incident at work: a secret that was committed once is public, even if you removed it in the
next commit. Rotate first, clean the history second.
--
Rotate first! People spend hours rewriting history while the key still works.
--
A pre-commit scanner costs a second and has saved us twice this year.

== careers student
I can follow tutorials but freeze in front of an empty editor. How did you get from copying to making?
--
Change the tutorial's project a little: another color, then another field, then a feature that it does not
have. At some point it is yours and the empty editor is no longer empty.
--
Write comments in your own language first: what should happen, step by step. Then replace one line at a time
with code.
--nerea
I teach, and everyone freezes. The ones who get past it make something tiny for a person they know. My last
student made a seat planner for her aunt's wedding.
--op
I am making a plant watering list for my grandmother. It is ugly and she uses it every day. Thank you!

== careers thiago
What did your first year as a tech lead teach you? I start in two weeks and I am nervous.
--
You will write less code and that is the job. If you are on the critical path of every ticket, nobody else
grows.
--
Say the obvious things aloud: what we are building, for whom, and what we are not doing. It is never as
clear to others as it is in your head.
--
Keep one morning a week for code, small and unimportant things. It keeps you honest about how painful the
build is.
--
Nervous is fine. Worried would be a lead who is not.

== careers
How do you give review comments that do not sting? I was told that mine read as harsh, and I did not mean
them so.
--
Ask before you judge: "what happens if the list is empty?" instead of "this breaks for empty lists".
Sometimes they know something that you do not.
--
Mark the weight: "must", "should", "idea, take it or leave it". Without that, every comment reads like
"must".
--
Praise one thing, concretely. Not as a sandwich, but because otherwise nobody learns what to keep doing.
--op
The weights alone changed the tone of our last reviews. Thank you for the kind answers to a harsh reviewer.

== careers josephine
Interviewing after eight years at one place. Do people really still ask for binary trees on a whiteboard?
--harpreet
Some do. In my teams we give a small, realistic piece of code with a bug and pair on it for an hour. Ask how
the interview works before you go; good places answer gladly.
--
Prepare three stories: something that went wrong, something you would do differently, someone you helped.
They fit nearly every question.
`
