export const page = `
== react
Do I need an effect here? The full name is always one render behind and I do not like the flicker.

  const [fullName, setFullName] = useState('')
  useEffect(() => {
    setFullName(first + ' ' + last)
  }, [first, last])
--
You do not. What can be computed from props and state is not state; compute it while rendering:

  const fullName = first + ' ' + last

No effect, no second render, nothing to keep in step.
--
My checklist: effects are for talking to something outside React (network, timers, the DOM, a socket). For
everything else there is usually an event handler or a plain variable.
--op
Deleted eleven effects from one screen this afternoon. It is shorter, faster, and one bug is gone that I had
not even reported yet.

== react
Why does this counter only go up by one?

  function addThree() {
    setCount(count + 1)
    setCount(count + 1)
    setCount(count + 1)
  }
--
count is a constant within one render. If it is 0, you say "set it to 1" three times. Pass a function to
build on the pending value:

  setCount((current) => current + 1)
--
It clicked for me when I read it as a snapshot: the click handler belongs to one particular render and sees
that render's values for ever, also in a timeout a minute later.

== react
A list bug that looked like a ghost: after deleting the first row, the text typed into the second row's
input appeared in the wrong place.

  rows.map((row, index) => <Row key={index} row={row} />)
--
The key is the identity. With the index, deleting row 0 makes the old row 1 the new row 0, and React keeps
the state (your typed text) with the key. Use an id that belongs to the data: key={row.id}.
--
The nice flip side: changing the key on purpose resets a component. A form with key={user.id} starts fresh
for every user, without any effect that clears the fields.
--op
Both were useful on the same day. We had an effect with nine setState calls just to clear that form.

== react
Where do you keep server data? We have it in a global store together with flags like "is the menu open", and
the loading states are taking over the code.
--
Two different animals. Server data is a cache of something you do not own: it gets stale, needs refetching
and deduplication. Use a query library (or the query part of your store) for that, and the store for what is
really yours.
--
When we split it this way, four fifths of the store turned out to be cache. What was left fitted into a few
useState calls and one context.
--
Do not forget the URL. Filters, the open tab and the page number belong there: reload and share come for
free.

== css
TIL you can centre things without ceremony:

  .box {
    display: grid;
    place-content: center;
  }

And in block layout, align-content: center works as well now, without making it a grid or flex container at
all.
--
Twenty years of jokes about vertical centring and it ends with one line. I am a little sad.
--
Small warning: when the content is taller than the box, it overflows on both sides and the top becomes
unreachable. align-content: safe center avoids that.

== css
My sticky header does not stick. position: sticky; top: 0 is set, dev tools show no error. What am I
missing?
--
Look at the ancestors: any of them with overflow hidden, auto or scroll becomes the box it sticks to. If
that one does not scroll itself, it looks as if nothing happens.

If the overflow was only there to cut something off, overflow: clip does it without making a scroll
container.
--
The other usual suspect: the parent is exactly as tall as the header, so there is no room to stick in.
Happens with a wrapper div, and with a grid or flex item that is stretched.
--op
overflow-x: hidden on the body wrapper, added years ago "to fix something". Replaced with clip, and it
sticks.

== css
Container queries changed how I write components. The card decides by the room it gets, not by the window:

  .slot { container-type: inline-size; }

  @container (min-width: 30rem) {
    .card { grid-template-columns: auto 1fr; }
  }

The same card now works in the sidebar and in the main column without a single modifier class.
--
Remember that the container cannot query itself: the query styles its descendants. Hence the extra .slot. I
lost half an hour to that.
--
We pair it with clamp() for type sizes and have almost no media queries left, except for print and reduced
motion.

== css
How do you stop long words or links from breaking the layout on phones? A single pasted address makes our
feed scroll sideways.
--
  overflow-wrap: anywhere;

on the text. Unlike break-word, "anywhere" also counts when the minimum width is computed, so a flex or grid
item may really shrink.
--
And give the flex child min-width: 0. Its default is auto, which means "never narrower than my content", and
that is the cause of half of all sideways scrolling.
--op
min-width: 0 was the missing half. Our feed now survives a 400-character address and a very long German
word.

== accessibility sanne
We replaced thirty clickable divs with buttons. What we got without further work: keyboard focus, Enter and
Space, the disabled state, and the right announcement in screen readers. We deleted 200 lines of key
handlers.

  <div class="btn" onclick="save()">     before
  <button type="button">                 after
--
Do not forget the type. Without it a button inside a form submits the form, and someone will press Enter in
the name field and wonder.
--imani
As someone who uses a screen reader every day: thank you. "Clickable, group" tells me nothing at all.
--
all: unset on the button makes it look like the div again. Then add a visible :focus-visible outline back at
once.

== accessibility
How do you announce "Saved" to people who do not see the toast?
--
A live region that is in the page from the start:

  <div role="status"></div>

Put the text into it when something happens. If you insert the region together with its text, many readers
stay silent. Use role="alert" for errors only; it interrupts.
--
And give people time. Five seconds can be short for slow readers; pause the timer while the toast has hover
or focus.
--op
Ours was rendered together with the message, so it was never read. Moved it to the layout, tested with two
screen readers, works.

== accessibility
Contrast question: our brand color is #f5a623 on white. The designer says it is fine for buttons; the
checker says it is not. Who is right?
--
The checker: that is roughly 2:1. Text needs 4.5:1, large text 3:1, and the outline of a control 3:1 as
well. Put dark text on the orange instead. Black on it has about 10:1, and the brand color stays.
--beatriz
Speaking as a designer: dark text on orange looks like a conscious choice. Low contrast looks like a printer
running out of ink.

== accessibility
Reduced motion does not mean no motion. What we do now:

  @media (prefers-reduced-motion: reduce) {
    .panel { transition: opacity 150ms; }
  }

Movement, zoom and parallax go, a short fade stays. People who asked for less motion still notice that
something changed.
--
I get migraines from parallax and I approve this message.
--
You can also turn it round: write the calm version as the default and put the movement in
(prefers-reduced-motion: no-preference). Forgetting it then fails on the gentle side.
`
