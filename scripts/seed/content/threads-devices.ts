export const devices = `
== mobile
Users lose what they typed when a call comes in. We keep the form in memory; the system kills the app in the
background. What is the right place for drafts?
--
Two levels: the system's own saved state for small things such as the scroll position and the text being
typed, and a local database for anything that the user would call "my work". Save while typing, with a short
delay, not on exit: you are not always told about the exit.
--
And test it: developer options, "don't keep activities", on Android. On iOS, background the app and stop it
from the debugger. You will find three more places.
--op
Five more places. But drafts survive everything now, my cat walking over the phone included.

== mobile
Offline sync question: two devices edit the same note while offline. Last write wins loses somebody's text.
What do you use without writing a doctoral thesis?
--
Make it smaller: sync fields, not documents. If one edits the title and the other the body, nothing has to
be lost. Keep both versions if the same field differs, and let the user choose.
--
For text itself, take an existing CRDT library. They are mature, and you really do not want to write one
yourself.
--
Do not trust the clocks of phones for "last". Ours had a tablet that lived in the year 2036.

== mobile
Checklist before we ship an app update, learned the hard way: start the old version, log in, fill it with
data, then install the new one on top. A fresh install tests nothing about the migration of local data.
--
Keep the database files of every released version in the repository and migrate each of them in a test. It
is dull, and it has saved us twice.
--
And remember that people skip versions. From 3 to 9 in one jump has to work as well.

== embedded
My interrupt sets a flag, and the main loop never sees it once I turn on optimization. With -O0 everything
works.

  bool ready = false;

  void ISR(void) { ready = true; }

  while (!ready) { }
--
The compiler sees nobody in that loop changing ready, so it reads it once. Declare it volatile, so that each
read really happens:

  volatile bool ready = false;
--
volatile is enough for one flag of one byte. For several values that belong together you need to disable the
interrupt for a moment, or use atomics; volatile says nothing about order between cores.
--
If you are going to sleep in that loop, mind the gap: the interrupt can come between the test and the sleep
instruction. Most chips have a recipe for that in the manual.
--op
volatile fixed it, and the gap was my next bug. You saved me the second evening.

== embedded
Battery life went from three weeks to eleven months. In order of effect: sleep between measurements instead
of polling, send ten values in one radio message, turn off the LED that nobody looked at, and lower the
clock. The code became shorter as well.
--
How did you measure? My multimeter is too slow for the short peaks of the radio.
--op
A shunt resistor of 10 ohms and an oscilloscope. A cheap current profiler does it more comfortably if you
can borrow one.
--
The LED! We had one that used more than the processor.

== embedded
How do you test firmware without a table full of boards?
--
Keep the logic free of hardware: functions from inputs to outputs, compiled for the desktop and tested there
with sanitizers. The layer that touches registers stays thin and gets a few tests on one real board.
--
We pass time in as a parameter. A test of "after 49 days the counter wraps" then takes a millisecond, and
yes, it found something.
--
An emulator in CI for the boot path, real boards once a night. One of them hangs in a freezer.

== games
Physics that behaves differently on fast machines? Do not multiply everything by the frame time and hope.
Use a fixed step:

  accumulator += min(frameTime, 0.25)
  while (accumulator >= STEP) {
    simulate(STEP)
    accumulator -= STEP
  }
  render(accumulator / STEP)

The rest is used to draw between the last two states. The cap avoids the spiral of death after a pause.
--
And it makes replays possible: the same inputs at the same steps give the same result, at least on the same
machine with the same build.
--
The cap is the line that everyone forgets. Without it, closing the laptop for a minute simulates a minute
when you open it.

== games
What is a good first game to write, alone, in a month of evenings?
--
Something with one screen and one rule. Then spend half of the month on sound, a start screen and a way to
lose gracefully. You learn more from finishing a small thing than from abandoning a large one.
--
Write down the idea you like most and put it in a drawer for your third game. Seriously.
--op
One screen, one rule: a lighthouse, and boats. The dragons are in the drawer.
`
