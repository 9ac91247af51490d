export const moreNotes = String.raw`
== sql
"It is slow" became "it is slow for customers with more than 10,000 invoices" became an index. The middle
step is the job.

== sql
Put units into column names: duration_ms, weight_g, price_cents. I have never regretted it and often
regretted the opposite.

== sql
count(*) counts rows, count(column) counts rows where the column is not null. A report of ours was wrong by
exactly that for two years.

== sql
Foreign keys caught a bug at three in the morning that no code review had seen. Constraints do not get
tired.
--
And they document the model for whoever comes after us, in a language that cannot go out of date.

== sql student
Finally understood joins by drawing two lists of names on paper and connecting them with string. My flat
looks like a detective film.

== sql
Window functions are the point where SQL became fun for me: sum(amount) over (order by day) and there is
your running total.

== sql
explain (analyze, buffers) instead of plain explain: the buffers show how much was really read. The estimate
said 10 rows; it was 400,000.

== data aigerim
Label your axes. Start bars at zero. Say where the numbers come from. This is my whole talk; you may keep
the hour.

== data
We deleted the prediction model and put in "same as last week". It was better by two percent. Baselines
first, friends.
--
I will quote this in every project kick-off from now on.

== data
Renamed final_v2_really_final.csv to something with a date and a hash today. Small steps towards being an
adult.

== data
DuckDB on a laptop reads a folder of Parquet files as if it were a table. Half of our "big data" fits in my
rucksack.

== data
If two dashboards disagree, do not ask which one is right. Ask which question each of them answers. Usually
both are right, and the title is wrong.

== python
python -m http.server in any folder, and your phone can see the page that you are building. Tutorials should
begin with that.

== python
pathlib instead of os.path: Path('data') / 'raw' / name. Readable, and it works on my colleague's Windows
machine.

== python
Wrote type hints for an old module just to understand it. Found two functions that return three different
types. Understanding has improved, mood has not.

== python teaching
My students' favorite lesson this term: we wrote a bug on purpose, swapped laptops, and had ten minutes to
find it with the debugger. No print allowed.
--
This is brilliant. Did anyone hide one that you could not find?
--op
Yes: a Cyrillic letter in a variable name. The author got a round of applause.

== python
f"{value=}" prints the name and the value. My print debugging has become twice as fast and half as
embarrassing.

== rust
Rewrote my 300-line shell script in Rust. It is 500 lines, and for the first time I know what happens if the
disk is full.

== rust
cargo clippy is the most patient teacher I ever had. It corrects me forty times a day and never sighs.

== rust
Today the borrow checker refused my code and it was right: two threads really could have written to that
buffer. I apologized aloud.

== go
The best thing about gofmt is the conversations that we did not have.

== go
Table-driven tests in Go: once the table is there, adding the edge case from the bug report takes one line.
So people really add it.

== go
errors.Is and errors.As instead of comparing strings. We renamed one message, and the retry logic silently
stopped. Never again.

== java
Virtual threads let us delete the reactive pipeline that only one person understood. That person was the
happiest of all.

== java
jshell for trying out date arithmetic beats writing a main method each time. How did I miss this for years?

== c
Twenty minutes with valgrind, and the leak that "only happens at customers" was one missing free in the
error path.

== c teaching
I still make first-years draw memory as boxes on paper. After the third exercise pointers stop being magic
and begin to be addresses.

== embedded
The data sheet was right, and I was wrong, again. Page 847, footnote 3. I keep a list of footnotes that cost
me a day.
--
Please publish the list! I would read a book made of nothing but such footnotes.

== embedded
Soldered the header upside down and wrote a driver that compensates. Confession is good for the soul.

== embedded
Watchdog tip: feed it in one place only, after all tasks have reported. If you feed it in a timer, it guards
the timer.

== embedded
Logged every reset reason at boot for a month. Brown-out, brown-out, brown-out. It was the power supply and
never the firmware.

== mobile
Tested our app on a seven-year-old phone with a cracked screen. The spinner that nobody sees on a new phone
is there for eleven seconds.

== mobile
Large text setting at maximum, language set to German, phone in landscape. If your screen survives this,
ship it.
--
Add right-to-left and a screen reader, and you have my whole release checklist.

== mobile
We asked for the location permission only when the user taps "near me", and three times as many people said
yes. Context is everything.

== mobile
Push messages: we let people choose the hour. Complaints went to zero, and so did my messages at dinner.

== games
Playtesting with children: they found a way out of the map in forty seconds and asked if that was the game.
It is now.

== games
A profiler for graphics cards showed that half of our frame was spent drawing a beautiful lake behind a
wall.

== games
Screen shake with a setting to turn it off, subtitles on by default, remappable keys. Our smallest release
notes and the most thank-you mails.

== games
Show and tell: procedural mountains in 60 lines. Three layers of noise, one erosion pass, and far too much
time spent on the color of the snow.

== testing ada
A test that has never failed has told you nothing yet. Break the code once on purpose and watch it go red.
--
Mutation testing does exactly that automatically. Slow, but run it once over your most important module.

== testing
Found the shortest bug report I ever loved: "Click save, then save again, quickly." Six words, one missing
unique key.

== testing
Replaced sleep(3) by "wait until the row is visible" in our browser tests. They are both faster and stable
now. Sleeping was never the answer.

== testing
Snapshot tests of whole pages: everyone pressed "update" without reading. We kept three small ones and
deleted 400.

== testing
Before fixing a bug I write the test that fails. Twice this month the test passed, and the bug was somewhere
else.

== performance
Compression was off on our server for JSON. One line in the configuration, 80 percent fewer bytes. Check
yours, it takes a minute: look for content-encoding in the answer.

== performance
Latency numbers I keep in my head: memory 100 ns, SSD 100 µs, another machine nearby 500 µs, another
continent 150 ms. Most designs follow from them.

== performance
We removed a cache and the service became faster. It was guarding a query that had got an index two years
ago.
--
I love these stories. Did you find out who had added it, and was it you?
--op
It was me. The comment said "temporary".

== performance
The user does not care about the average. Show me the slowest one percent, and tell me who they are.

== security
Phishing test result: the people who reported it within five minutes protected those who clicked. Praise
reporting; do not shame clicking.

== security
Turned on a content security policy in report-only mode for two weeks. The list of what our pages load was
educational, to put it mildly.

== security
npm audit with 43 findings looked scary. We listed which code paths can be reached by users: two. Fixed
those on the same day and planned the rest.

== security
Rate limiting by address alone locked out a whole school behind one router. We limit failed attempts by
account and address now, and everybody is happy but the bots.
--
Do you answer the same for a wrong password and an unknown account? That is the next question of my
checklist.
--op
Yes, same text and about the same time. We hash something even if there is no account.

== security
If your threat model begins with "an attacker with unlimited resources", it ends with nothing done. Begin
with "someone found a lost phone".

== regex
I comment regular expressions like magic spells: what it should match, what it should not, and one example
of each. Future me says thanks.

== regex
Before you write a regular expression for HTML, dates or email: somebody wrote a parser for it. Before you
add the parser: maybe split() is enough.
--
For emails I check for one @ with something on both sides, and then send a message. Everything else is
guesswork.

== regex
Named groups make patterns readable: (?<year>\d{4})-(?<month>\d{2}) and then match.groups.year. Works in
JavaScript, and as (?P<year>...) in Python.
`
