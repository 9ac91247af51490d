export const data = `
== sql
Which index serves which query? I keep this table next to my desk. What is missing?

| condition | index | **used?** |
|---|---|:-:|
| a = 1 and b = 2 | (a, b) | yes |
| b = 2 | (a, b) | no |
| a = 1 order by b | (a, b) | yes |
| lower(a) = 'x' | (a) | no |
--
The last row has a cure: an index on the expression, lower(a). And ~~never~~ rarely is (a) needed beside (a, b).
--op
Added. The printer is busy again.

== sql
Page 4,000 of our list takes three seconds while page 1 is instant. Same query, only the offset differs:

  select * from orders order by created_at desc limit 50 offset 200000
--ada
OFFSET reads and throws away 200,000 rows. Page by key instead: remember the last row you showed and
continue after it.

  select * from orders
  where (created_at, id) < ($1, $2)
  order by created_at desc, id desc
  limit 50

With an index on (created_at, id) every page costs the same.
--
The id in there is not decoration. Without a tie-breaker two orders of the same moment can be skipped or
shown twice.
--
Bonus: with keys nobody sees a row twice when new orders arrive between two pages. With offset everything
shifts down.
--op
From 3.1 s to 2 ms. We lost "jump to page 4,000", and it turned out that only our test suite ever did that.

== sql
My NOT IN returns nothing at all, although there are clearly customers without orders. Is this a bug?

  select * from customers where id not in (select customer_id from orders)
--
There is a NULL in orders.customer_id. "5 not in (1, null)" means "5 <> 1 and 5 <> null", the second part is
unknown, so the row is never returned. NOT EXISTS has no such trap:

  select * from customers c
  where not exists (select 1 from orders o where o.customer_id = c.id)
--
And then find out why an order has no customer. A NOT NULL constraint would have told you years ago.
--op
One NULL from an import in a long-forgotten year. Query rewritten, row repaired, constraint added.

== sql
How do I get the latest row per group? I need the newest measurement of each sensor and my attempt with
GROUP BY complains about columns.
--
In PostgreSQL:

  select distinct on (sensor_id) *
  from measurements
  order by sensor_id, taken_at desc

An index on (sensor_id, taken_at desc) makes it quick.
--
Portable version with a window function, which SQLite and most others understand:

  select * from (
    select m.*, row_number() over (partition by sensor_id order by taken_at desc) as n
    from measurements m
  ) ranked
  where n = 1
--
If you have few sensors and very many rows, a lateral join that takes the newest row for each sensor beats
both, since it touches the index once per sensor.

== sql
Two people bought the last ticket at the same moment. Our code reads the stock, checks it, then writes. What
is the simplest safe way?
--
Let one statement do the check and the change together:

  update tickets set stock = stock - 1
  where id = $1 and stock > 0

If it changed no row, it was sold out. No separate read, no race.
--
And put a CHECK (stock >= 0) on the table. If somebody forgets the condition in another place, the database
still refuses.
--
SELECT ... FOR UPDATE also works when the decision is too complex for one statement, but keep the
transaction short and always lock in the same order, or you trade overselling for deadlocks.
--op
Went with the single update plus the CHECK. The load test with 500 buyers for one ticket is now delightfully
unfair to 499 of them.

== sql
EXPLAIN says "Seq Scan" although there is an index on email. The query is

  select * from users where lower(email) = 'kim@example.com'
--
The index is on email, but you ask for lower(email). That is another expression. Either index the
expression:

  create unique index users_email_lower on users (lower(email))

or store a normalized copy in a column of its own.
--
General rule: a function or a cast around the column hides the index. The same happens with created_at::date
= '2024-05-01'; write it as a range with >= and < instead.

== sql
How do you add a NOT NULL column to a table with 80 million rows without stopping the shop?
--
In small steps, each one boring:

1. Add the column, nullable, with a default for new rows.
2. Fill the old rows in batches of some thousand, with a commit after each.
3. Add CHECK (col IS NOT NULL) NOT VALID, then VALIDATE it, which does not block writers.
4. SET NOT NULL, which on PostgreSQL 12 and later trusts the validated check, and drop the check.
--
Set a lock_timeout before each step. An ALTER that waits for a long report makes every query behind it wait
as well.
--
Since PostgreSQL 11 adding a column with a constant default does not rewrite the table any more. If one
constant is right for all the old rows, you may not need the batches at all.

== sql
SQLite appreciation post. Our internal tool has 60 users and one file. Three settings did most of the work:

  pragma journal_mode = wal;
  pragma busy_timeout = 5000;
  pragma foreign_keys = on;

No server, a backup with one command, and answers in microseconds.
--
The foreign keys one surprises everybody: they are off by default, and it has to be set for each connection.
--
For the backup use VACUUM INTO 'copy.db' or the .backup command. Copying the file while somebody writes can
give you a broken copy.
--
Put writes that belong together into one transaction. A thousand inserts one by one wait for the disk a
thousand times.

== sql
Should a yes/no fact be a boolean or a timestamp? We have "deleted" and "archived" as booleans and keep
being asked when it happened.
--
deleted_at, null if it did not happen. You get the same information and the "when" for the same price.
--
Agreed, and then a partial unique index is lovely:

  create unique index one_active_slug on pages (slug) where deleted_at is null

Deleted pages no longer block their address.
--
A dissenting voice: if you never need old rows, really delete them. Every query that forgets "deleted_at is
null" is a bug, and privacy law may have a view too.

== data
A colleague asked why I plot every data set before I average it. Here is my favorite answer: four series
can have the same mean, the same variance and the same correlation and look nothing alike. One is a line,
one a curve, one has an outlier, one is a vertical stack. Numbers summarize; pictures check the summary.
--sujata
I show this in the first lesson. The second lesson is response times: the average is 120 ms and one person
in a hundred waits for six seconds.
--
Percentiles, then. And remember that you cannot average percentiles of several servers; merge the
histograms.

== data
pandas: why do I get SettingWithCopyWarning, and why does my change sometimes disappear?

  df[df.country == 'PE']['price'] = 0
--
The first bracket may return a copy, the assignment then changes that copy, and it is thrown away. Do it in
one step:

  df.loc[df.country == 'PE', 'price'] = 0
--
With copy-on-write, the standard behavior from pandas 3, the chained form never changes the original, so
the "sometimes" is gone at least. loc is right in every version.
--op
"Sometimes" was the worst part. I searched for ][ in the project and found nine more.

== data
Opening CSV files from five countries taught me humility. My checklist before I trust one:

- Which encoding? Try UTF-8 first and look for a byte order mark.
- Comma, semicolon or tab? Decimal comma or point?
- Are the leading zeros of postal codes still there?
- Which time zone do the times have, and does anybody know?
- How many rows should there be? Compare before and after.
--
Add: open it in a text editor, never in a spreadsheet first. The spreadsheet turns part numbers into dates
and saves them without asking.
--
And ask whether the sender can give you Parquet or JSON lines. Sometimes the answer is yes and half of the
list disappears.
`
