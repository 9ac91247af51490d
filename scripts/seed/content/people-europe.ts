export const europe = `
Ada Byrne | ada | Dublin, Ireland | backend | Senior Developer | 12
I like boring databases, exciting tests and long walks by the sea.

Niamh Gallagher | niamh | Galway, Ireland | design | Other | 9
Technical writer. If the error message needs a manual, I would rather fix the error message.

Oliver Whitcombe | oliver | Bristol, United Kingdom | devops | Senior Developer | 14
I keep pipelines short, rollbacks boring and pagers quiet.

Priyanka Thakrar | priyanka | Leicester, United Kingdom | frontend | Developer | 5
Component libraries by day, hand-drawn type by night.

Callum Dunsmore | callum | Glasgow, United Kingdom | games | Developer | 6
I chase frame-time spikes for a living and write tiny engines that nobody asked for.

Lena Hartwig | lena | Leipzig, Germany | backend | Developer | 7
Event-driven systems, preferably with fewer events than last year.

Jonas Achterberg | jonas | Hamburg, Germany | embedded | Senior Developer | 16
Motor controllers, CAN buses and the occasional synthesizer made from spare parts.

Elif Karadağ | elif | Berlin, Germany | mobile | Developer | 6
I build apps that still work in the underground, because that is where I read.

Mathilde Courtois | mathilde | Lyon, France | data | Senior Developer | 10
I turn doubtful spreadsheets into trustworthy tables.

Théo Lagarrigue | theo | Toulouse, France | embedded | Developer | 4
Satellites taught me to test first: nobody climbs up there to press reset.

Inès Benhaddou | ines | Marseille, France | student | Student or Learning | 0
Second career, first compiler. I used to be a pastry chef and still think in recipes.

Joris Vandewalle | joris | Ghent, Belgium | fullstack | Developer | 8
Small teams, small pull requests, big coffee.

Sanne Hoekstra | sanne | Utrecht, Netherlands | frontend | Senior Developer | 11
I care about keyboards: the ones you type on and the people who navigate with them.

Daan Terpstra | daan | Groningen, Netherlands | security | Developer | 5
I break things politely and write down how to mend them.

Ingrid Solbakken | ingrid | Bergen, Norway | data | Developer | 6
Weather models, sensor drift and honest error bars.

Aksel Nygård | aksel | Trondheim, Norway | student | Intern | 0
Master student who discovered that reading the manual is faster than not reading it.

Freja Lindqvist | freja | Gothenburg, Sweden | leading | Manager | 15
I used to write code; now I remove the obstacles in front of people who do.

Emil Sandström | emil | Malmö, Sweden | backend | Developer | 4
Currently learning how much a queue can hide.

Aino Kettunen | aino | Tampere, Finland | testing | Senior Developer | 10
Flaky tests are bugs with a sense of humour. I do not share it.

Kristjan Põder | kristjan | Tartu, Estonia | security | Senior Developer | 13
Identity, certificates and the quiet art of rotating keys before they expire.

Ilze Bērziņa | ilze | Riga, Latvia | frontend | Junior Developer | 2
From bookbinding to the browser. Margins still matter.

Tomasz Wierzbicki | tomasz | Kraków, Poland | backend | Senior Developer | 12
JVM tuner, amateur beekeeper. Both reward patience.

Zuzanna Pawelec | zuzanna | Wrocław, Poland | testing | Developer | 5
I ask what happens if you press the button twice.

Matěj Houška | matej | Brno, Czechia | devops | Developer | 6
Infrastructure as code, gardening as therapy.

Réka Szalai | reka | Budapest, Hungary | fullstack | Junior Developer | 2
I learn in public and keep a diary of every bug that took more than an hour.

Andrei Munteanu | andrei | Cluj-Napoca, Romania | mobile | Senior Developer | 9
Offline first, then everything else.

Радослав Христов | radoslav | Plovdiv, Bulgaria | backend | Developer | 7
I write Go services and even more documentation about them.

Δήμητρα Παπαδάκη | dimitra | Heraklion, Greece | data | Developer | 4
Marine biologist turned data engineer. The fish were easier to count.

Chiara Bellandi | chiara | Bologna, Italy | frontend | Developer | 6
CSS is my favorite programming language, and I will not be taking questions.

Lorenzo Marchesin | lorenzo | Turin, Italy | embedded | Developer | 8
Firmware for espresso machines. Yes, the tests include tasting.

Nerea Etxarri | nerea | Bilbao, Spain | teaching | Instructor | 13
I teach beginners that being stuck is a normal state of a working programmer.

Álvaro Montesdeoca | alvaro | Las Palmas, Spain | fullstack | Developer | 5
Remote since before it was a perk. I answer slowly and in full sentences.

Beatriz Falcão | beatriz | Porto, Portugal | design | Other | 8
Interaction designer who reads the accessibility tree before the mock-up.

Олена Ткаченко | olena | Lviv, Ukraine | backend | Senior Developer | 11
Postgres, patience and plain language.

Taras Hrytsenko | taras | Kyiv, Ukraine | games | Junior Developer | 2
Building a cosy farming game in Rust, one borrow-checker lesson at a time.

Chinonso Adewumi | chinonso | Lagos, Nigeria | mobile | Developer | 5
I design for slow phones and fast thumbs.

Folake Oyelaran | folake | Ibadan, Nigeria | frontend | Developer | 4
Performance budgets are a feature: my whole family browses on prepaid data.

Kwabena Asiedu | kwabena | Accra, Ghana | fullstack | Senior Developer | 9
I help small shops get off paper and onto something they can repair themselves.

Wanjiru Kimathi | wanjiru | Nairobi, Kenya | data | Developer | 6
Dashboards should answer a question. I start by asking which one.

Baraka Mollel | baraka | Arusha, Tanzania | student | Student or Learning | 0
Learning to program between shifts, one exercise every evening.

Thandeka Mabaso | thandeka | Durban, South Africa | leading | Manager | 14
I run teams where "I do not know" is a complete and respected sentence.

Ruan Esterhuizen | ruan | Stellenbosch, South Africa | devops | Developer | 7
I automate things until they are dull enough to sleep next to.

Yasmine El Khatibi | yasmine | Rabat, Morocco | security | Junior Developer | 2
I collect misconfigured headers the way others collect stamps.

Abel Tesfamariam | abel | Addis Ababa, Ethiopia | backend | Junior Developer | 2
I write services in Go and run half-marathons at altitude. Both need pacing.
`
