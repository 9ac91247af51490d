export const notes = `
== general
What is one small thing you automated that saves you a minute every day? Mine: a script that opens today's
notes with yesterday's unfinished lines already copied over.
--
A shell alias that goes to the root of the repository from wherever I am: cd "$(git rev-parse
--show-toplevel)"
--
A bot that reminds the team chat of the oldest open review at ten. Nobody likes it and everyone reviews
earlier.

== general
Rubber duck report: explained the bug to my plant. The plant was silent, and I found it in the second
sentence.

== general niamh
Hello everybody! I am happy to review README files for clarity. First impressions are my
speciality.
--
Welcome! Ours explains the architecture in detail and forgets to say what the program does. I will send it
to you.

== general
Show and tell: I made a clock that shows the time in the words of my dialect. It is useless and I have never
been prouder.
--
Useless and finished beats useful and abandoned. What does it say at 14:35?

== general
Naming things: we renamed "Manager", "Helper" and "Util" classes after what they do. Three of them turned
out to do nothing.

== general
How do you take notes while debugging? I write: what I expected, what I saw, what I will try next. The third
column stops me from going round in circles.
--
Same, and I add the time. In the review after an incident it is worth gold.

== general
Unpopular opinion: a weekly thirty-minute walk with a colleague is a better architecture meeting than most
architecture meetings.

== general
Our whole office went quiet because the coffee machine was updating its firmware. We had a very good talk
about rollback strategies while waiting.

== general
Documentation tip: write the page for someone who is tired, in a hurry and searching for the error message.
Put the exact message on the page.

== general
Which keyboard shortcut do you wish you had learned ten years earlier? For me: Ctrl+R in the shell.
--
Ctrl+Shift+T in the browser. I close tabs with far more courage now.
--
Alt+. in bash inserts the last argument of the previous command. I use it a hundred times a day.

== general
I read the license of every package that we ship. It took a day. Two had none at all, so strictly we had no
permission to use them. Worth a day.

== careers carmela
Got my first pull request merged into an open source project today! It was one paragraph of documentation
and I am still smiling.
--
Congratulations! Documentation is where most of us learn a code base, so you have helped more people than
you think.

== careers student
Is it normal to feel slower after three months than after three weeks? I know more and finish less.
--
Very. In week three you did not see the edge cases. Now you do. The speed returns, with better results.

== careers
We stopped asking "any questions?" at the end of onboarding sessions and began to ask "what was unclear?".
The second one gets answers.

== careers
Kept a "done" list next to the to-do list for a month. My appraisal wrote itself, and my Fridays feel
different.

== careers
Part-time developers: how do you handle meetings? I work mornings, and half the decisions are made at four
o'clock.
--
We moved decisions into writing, with two days to object. It helped the part-timers first and everybody in
the end.

== careers leading
I asked each person in the team what they would stop doing if they could. Four of seven named the same
report. Nobody read it. It is gone.

== careers
Salary talk tip from a shy person: write the number on a card beforehand and read it out. Then be quiet. The
quiet is the hard part.

== git
git switch - takes you back to the previous branch, like cd -. Tiny, lovely.

== git
I write the commit message before the code now. If I cannot say what the commit will do, it is not one
commit yet.
--
Stealing this. Does the message survive contact with the code?
--op
About half of the time. The other half I learn that I misunderstood the task, which is cheaper before than
after.

== git
git log -S "functionName" finds the commits that added or removed that text. Archaeology made easy.

== git
Signed all my commits for a year. Nobody ever checked, until an auditor did, and it saved us two days of
paperwork.

== linux
column -t aligns any table in the terminal. That is the post.
--
And with -s, it takes a comma as separator: column -t -s, file.csv

== linux
If you type the same long command twice, history is enough. Three times, alias. Five times, script. Ten
times, ask why.

== linux
Learned today that "cat file | sudo tee /etc/thing" is how you redirect with root rights. "sudo echo x >
/etc/thing" fails since the shell opens the file as you, before sudo runs.

== linux
ncdu is the friendliest way to find out where the disk space went. It was the build caches. It is always the
build caches.

== linux student
Why is it called "grep"? I asked in class and now I know: g/re/p, an ed command: globally search for a
regular expression and print. Editors have fossils too.

== devops
We deploy on Fridays, on purpose. When it scared us, we found out why and repaired that. It took a year.
--
The courage is in "repaired that". Most teams keep the rule and the fear.

== devops
Certificate expired on a holiday? Put the expiry date into your monitoring as a number of days, and alert at
twenty-one. Not at three.

== devops
Our runbooks now begin with "how do I know that I am in the right place?" instead of step one. The night
shift sends its regards.

== devops
Deleted 40 dashboards that nobody had opened in a year. Nobody has noticed. That was the point.

== devops
A backup that was never restored is a wish. We restore to a scratch machine each Sunday, automatically, and
compare row counts. Twice it was only a wish.
--
Which check failed, if I may ask?
--op
Once the encryption key had been rotated without telling the backup job, and once the disk was full and the
job reported success.

== css
accent-color: rebeccapurple; and all native checkboxes and radio buttons fit the brand. No replacement
markup needed.

== css
text-wrap: balance on headings, text-wrap: pretty on paragraphs. Two lines and no more lonely words at the
end.

== css lior
Logical properties made our Arabic and Hebrew versions almost free: margin-inline-start instead of
margin-left, everywhere, and the linter keeps it so.
--narges
Same here with Persian. Do not forget icons with a direction, such as the back arrow: they must be mirrored
too.

== css
I printed our invoice page and wept. Then I found @media print and break-inside: avoid. It is a nice invoice
now.

== css
:has() let me delete the JavaScript that added a class to the form if a field was invalid:
form:has(:user-invalid) .hint { display: block }

== css
Dark mode lesson: do not invert. We picked the colors again by hand with slightly less contrast, and people
stopped complaining about glowing text.

== react
The fastest component is the one that you do not render. We virtualized a table with 10,000 rows and the
fans went silent.

== react
Lifting state up is good; lifting it up to the roof is not. We moved the search text back into the search
box, and the rest of the page stopped rendering at each letter.

== react
Took me long enough: children passed as props are not rendered again when the wrapper's own state changes.
Splitting the wrapper out beats memo in many places.

== react
Error boundaries: one around the whole app says "sorry" for everything. One around each widget lets the rest
of the page live. We have both.

== accessibility
Unplugged my mouse for a day. Fixed eleven things in our own product by evening. Recommended once a quarter.
--
I do this with new colleagues in their first week. It beats every slide on the topic.

== accessibility
Alt text question I ask myself: what would I say if I read this page to somebody on the phone? If I would
skip the picture, alt is empty.

== accessibility
Placeholder is not a label. It vanishes the moment you need it. Thank you for listening.

== accessibility
Turned on captions for our demo videos for one deaf colleague. Now everybody in the open-plan office uses
them.

== accessibility
lang="es" on the one Spanish quote in an English page lets a screen reader pronounce it properly. It is one
attribute.

== typescript
noUncheckedIndexedAccess gave us 140 errors. 131 were noise, 9 were real bugs. I would do it again for those
nine.
--
We did it folder by folder with a stricter config for the finished ones. The last folder was, of course,
utils.

== typescript
Branded types are my guilty pleasure: type UserId = string & { readonly brand: "user" } stops me from
passing an order id to the user service.

== typescript
Parse, do not validate: let the function that checks the input return a more precise type, and the rest of
the program needs no checks.

== typescript
Deleted our last enum today. A const object and a union of its values do the same, and vanish at build time.

== javascript
URLSearchParams builds query strings with correct escaping. If you concatenate with & by hand, this is your
sign.

== javascript
Intl.RelativeTimeFormat writes "3 days ago" in every language that your users speak. We removed a library
and eleven translation files.

== javascript
Promise.allSettled when one failure should not spoil the rest; Promise.all when it should. We had it the
wrong way round in the nightly mail.

== javascript
The new Set methods are a joy: wanted.difference(owned), a.union(b), a.isSubsetOf(b). Reads like the
sentence in the ticket.
`
