export const script = `
== typescript
Why does TypeScript forget my narrowing inside a callback?

  let user: User | undefined = await findUser(id)
  if (!user) return
  items.forEach((item) => {
    print(item, user.name)   // error: 'user' is possibly undefined
  })

I just checked it two lines above!
--
The callback could run later, after someone has assigned undefined to user again: it is a let. Make it a
const and the narrowing survives, because nothing can change it any more.

  const user = await findUser(id)
  if (!user) return
--
To add to that: since 5.4 the compiler also keeps the narrowing in closures when there is no assignment to
the variable after the closure was made. If yours still complains, look for an assignment further down.
--op
There it was: a "user = undefined" in the clean-up at the end of the function. With const the clean-up
became unnecessary too. Thank you both!

== typescript
Small trick I use every week: "satisfies" checks a value without widening it.

  const routes = {
    home: '/',
    profile: '/profile/:id',
  } satisfies Record<string, string>

  routes.profil   // error, as it should be

With a type annotation (const routes: Record<string, string>) the typo would compile, since every string
would be a valid key.
--
And combined with "as const" you keep the literal types too, so the parameter names can be taken from the
path with a template literal type. Rather satisfying indeed.
--
I did not know this one. We had a helper function "checked<T>()" for exactly that purpose; it goes today.
--
Worth saying for beginners: it changes nothing at run time. It is only a question to the compiler.

== typescript
How do I make sure that a switch over a union handles every case? I added a new kind of payment last month
and forgot two places.

  type Payment = { kind: 'card' } | { kind: 'cash' } | { kind: 'voucher' }
--
Assign what is left to never in the default branch. If a case is missing, what is left is not never, and it
does not compile:

  function unreachable(value: never): never {
    throw new Error('Unexpected ' + JSON.stringify(value))
  }

  switch (payment.kind) {
    case 'card': return payByCard()
    case 'cash': return payCash()
    default: return unreachable(payment)   // error: voucher is not handled
  }
--
For a simple mapping I prefer a record. A missing key is an error without any helper:

  const label: Record<Payment['kind'], string> = { card: 'Card', cash: 'Cash', voucher: 'Voucher' }
--op
The record version covers one of my two places and the never trick the other. The compiler has just found a
third one that I did not know about.

== typescript
Type or interface? Our team has argued about it for a week and I would like to have my evenings back.
--
Pick one, let the linter enforce it, go home. The differences that matter: interfaces merge when declared
twice and give slightly nicer error messages with extends; types can name unions, tuples and mapped types.
--
We use type everywhere because we need it for unions anyway, and declaration merging surprised us once.
--
Library authors have one real reason for interface: users can extend it by merging. In an application that
is rarely what you want.
--op
We settled on type, added the rule, and nobody has mentioned it since. Evenings restored.

== javascript
This took me an hour. Guess what it logs:

  ['10', '10', '10'].map(parseInt)
--
10, NaN, 2. map calls with (value, index, array) and parseInt takes (text, radix). So: parseInt('10', 0)
treats radix 0 as "decide yourself", radix 1 does not exist, and '10' in base 2 is two.
--
map(Number) does what people mean here, as Number takes only one argument. Or be explicit: map((t) =>
parseInt(t, 10)).
--
The general lesson: passing a function by name hands it every argument the caller has. It also breaks when a
library adds an optional parameter in a minor version.

== javascript
My totals are off by a cent. I know floats are inexact, but what do people really do about money?

  0.1 + 0.2            // 0.30000000000000004
  1.005 * 100          // 100.49999999999999
--
Keep integers of the smallest unit (cents) everywhere, and turn them into decimals only for display, with
Intl.NumberFormat. Beware that not every currency has two decimals: the yen has none, the Kuwaiti dinar
three.
--
Decide where you round and write it down: per line or on the total. Both are defensible, and they differ.
Our accountant had a strong opinion, and the law agreed with her.
--
In the database use numeric or integers, never float. And when you split an amount three ways, hand out the
remainder explicitly: 100 = 34 + 33 + 33.
--op
We rounded per line in one place and on the total in the other. Integers it is, with one function that
rounds.

== javascript
How can I cancel a fetch when the user types the next letter? My search shows old results that arrive late.
--
AbortController. Keep the last one, abort it before the next request:

  let last
  async function search(text) {
    last?.abort()
    last = new AbortController()
    const answer = await fetch('/search?q=' + encodeURIComponent(text), { signal: last.signal })
    return answer.json()
  }

The aborted call rejects with an AbortError, which you ignore.
--
Add a short debounce as well (150 to 250 ms), or you start and abort a request for every single letter.
--
And AbortSignal.any([last.signal, AbortSignal.timeout(5000)]) gives you a time-out on top, for free.

== javascript
PSA: Array.prototype.sort sorts as text unless you tell it otherwise, and it changes the array in place.

  [5, 1, 10].sort()                        // [1, 10, 5]
  [5, 1, 10].toSorted((a, b) => a - b)     // [1, 5, 10], and the original is untouched

toSorted, toReversed, toSpliced and with are in every current browser and in Node since version 20.
--
The in-place part cost me a day in a React reducer: the reference was the same, so nothing rendered again.
--
For text shown to people use localeCompare, or better one Intl.Collator for the whole list; it is much
faster.

  names.toSorted(new Intl.Collator('sv').compare)

== javascript
Object.groupBy has quietly replaced our last use of a utility library:

  const byStatus = Object.groupBy(people, (person) => person.status)

And Map.groupBy if your keys are not strings. What was the last dependency you could remove?
--
A date picker. The native input is not beautiful, but it is translated, keyboard accessible and zero
kilobytes.
--
uuid, thanks to crypto.randomUUID(). Fourteen imports, one afternoon.
--
Deep cloning: structuredClone(value) handles maps, dates and cycles. Just do not expect functions to
survive.

== javascript student
Complete beginner question: when I run this, "done" is printed before the file. Why?

  readFile('notes.txt', 'utf8').then((text) => console.log(text))
  console.log('done')
--
Not a stupid question at all. readFile only starts the reading and at once returns a promise. Your program
goes on to the next line; when the file has arrived, the function in then runs. With await you can wait for
it:

  const text = await readFile('notes.txt', 'utf8')
  console.log(text)
  console.log('done')
--
A picture that helped me: it is like ordering at a counter. You get a buzzer (the promise), sit down and
chat (the next lines), and go back when it buzzes (then).
--op
The buzzer picture did it. I drew it on a sticky note and put it on my screen.

== javascript
What is the difference between ?? and ||? Both seem to work as a default.

  const port = settings.port || 3000
  const port = settings.port ?? 3000
--
|| takes the default for every falsy value: 0, '', false, NaN too. ?? does so only for null and undefined.
With port 0 ("any free port") the first line gives you 3000, the second 0.
--
Same story with empty strings: name || 'Anonymous' versus a user who may really clear a field. Our rule is
?? by default and || only if we mean "falsy".
`
