export const languages = `
== rust bennett
New to Rust, fighting with this one. Why can I not use the vector after the loop?

  let names = vec![String::from("Ana"), String::from("Bo")];
  for name in names {
      println!("{name}");
  }
  println!("{}", names.len());   // borrow of moved value
--
"for name in names" consumes the vector: it calls into_iter(), which takes ownership. Borrow it instead:

  for name in &names {
      println!("{name}");
  }
--
Three doors: &names lends each element, &mut names lends it for changing, names gives everything away. Once
that sits, half of the error messages become friendly.
--op
The three doors are on my wall now. The compiler and I are on speaking terms again.

== rust
When do you clone, and when do you fight for the lifetime? I feel guilty for every clone().
--
Clone while you learn, and clone in code that runs rarely. A string copied once per request is invisible
next to the network. Measure before you feel guilty.
--
When it is shared and read only, Arc gives you a cheap clone: it copies a pointer and increments a counter.
--
And often a function wants &str, not String. Taking the borrowed form in parameters removes most clones at
the call sites with no lifetime annotation at all.

== rust
The ? operator made my error handling readable, but now main returns Box<dyn Error> and the messages say "No
such file or directory" without telling which file. What do you use?
--
In applications: anyhow with context.

  let text = fs::read_to_string(&path)
      .with_context(|| format!("could not read {}", path.display()))?;

In libraries: an enum of your own (thiserror writes the boilerplate), so that callers can tell the cases
apart.
--
Whatever you choose: context at the place that knows the name of the file. Nobody higher up can add it
later.

== go
A classic: all goroutines print the same number. Or do they?

  for i := 0; i < 3; i++ {
      go func() { fmt.Println(i) }()
  }
--
Depends on the version in your go.mod. Until 1.21 there was one i for the whole loop and they often all
printed 3. From go 1.22 each iteration has its own i, so you get 0, 1 and 2 in some order.
--
If main does not wait, you may see nothing at all. A sync.WaitGroup, or the errgroup package if they can
fail.
--op
go.mod said 1.20. After raising it the tests that I had marked as flaky are not flaky any more.

== go
Why is my error not nil?

  func find() error {
      var e *NotFound
      return e
  }
  fmt.Println(find() == nil)   // false
--
An interface value is a pair: a type and a value. You return the pair (*NotFound, nil), and that is not the
pair (nil, nil). Return a literal nil for "no error" and declare variables as error, not as the concrete
type.
--
go vet does not catch every case of it. Our rule: functions return error, never *SomeError.

== go
How do you stop a worker cleanly? Mine sometimes loses the job it was working on when we deploy.
--
Listen for the signal, stop taking new jobs, finish the running one, with a limit on the time:

  ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
  defer stop()
  for ctx.Err() == nil {
      job := next(ctx)
      process(context.WithoutCancel(ctx), job)
  }

The running job gets a context that the signal does not cancel.
--
And acknowledge the job only after the work is done. If the machine loses power, no signal comes; then only
"at least once" plus idempotent jobs will save you.

== python
A bug from my first month that I now show to every newcomer:

  def add(item, basket=[]):
      basket.append(item)
      return basket

  add('egg')      # ['egg']
  add('milk')     # ['egg', 'milk']

The default is made once, when the function is defined.
--
The usual cure:

  def add(item, basket=None):
      basket = [] if basket is None else basket

Linters know this one (ruff calls it B006).
--
Dataclasses refuse it outright and ask for field(default_factory=list). I wish functions did too.

== python
Reading a 12 GB log file needs 12 GB of memory. What am I doing wrong?

  lines = open('app.log').readlines()
  errors = [line for line in lines if 'ERROR' in line]
--
readlines builds the whole list. A file is an iterator already, so take one line at a time:

  with open('app.log', encoding='utf-8') as log:
      count = sum('ERROR' in line for line in log)

Memory stays at a few kilobytes whatever the size.
--
Chain generators for more steps: each line flows through all of them before the next one is read. It is a
Unix pipe within Python.
--op
From "killed" to 40 seconds on a small laptop. The pipe image finally made generators useful to me.

== python
Threads, processes or asyncio? I download 500 files and then compute a checksum of each.
--
Waiting (downloads): threads or asyncio, they wait cheaply. Computing in pure Python: processes. hashlib
releases the lock for larger buffers, so here threads are enough for both:

  with ThreadPoolExecutor(max_workers=16) as pool:
      for path, digest in pool.map(fetch_and_hash, urls):
          print(path, digest)
--
Be kind to the server: 16 at once, not 500. And use a session, so that connections are reused.

== python
Time zones bit us again. Our rule now, on one card:

- Store moments in UTC, always aware: datetime.now(timezone.utc).
- Convert to the user's zone only for display, with zoneinfo.
- A birthday is a date, not a moment. Never give it a time zone.
- A future appointment is local time plus the name of the zone, because the rules can change.
--
The last point is the one that people skip. "Store everything in UTC" is wrong for next year's nine o'clock
meeting.
--
utcnow() returns a naive datetime and is deprecated since 3.12. A good moment to search for it.

== java
Our records replaced four hundred lines of getters, equals and hashCode:

  record Money(long cents, Currency currency) {
      Money {
          if (cents < 0) throw new IllegalArgumentException("negative amount");
      }
  }

The compact constructor keeps invalid values out, and pattern matching takes them apart again.
--
Together with sealed interfaces, a switch tells you about a missing case at compile time. It feels like
another language.
--
One trap: an array or a mutable list inside a record is not copied. Do a List.copyOf in the compact
constructor.

== java
Why does == work for some of my Integers and not for others?

  Integer a = 127, b = 127;   // a == b is true
  Integer c = 128, d = 128;   // c == d is false
--
Here == compares references. Small values from -128 to 127 come from a shared cache, so they are the same
object; larger ones are boxed separately. Use equals, or better the primitive int.
--
My favorite interview question until I noticed that it tests trivia. My favorite lint rule now.

== c graham
A student asked why this prints garbage at times. Good moment to talk about lifetimes.

  char *greeting(void) {
      char text[32];
      snprintf(text, sizeof text, "hello");
      return text;
  }
--
text lives in the frame of the function and is gone at return; the pointer dangles. Let the caller bring the
buffer, or allocate it and document who frees it.
--
Compile with -Wall -Wextra and run the tests with -fsanitize=address,undefined. The machine is better at
this than we are.
--
"At times" is the lesson. Undefined behavior that works on your laptop is the most expensive kind.
`
