export const americas = `
Marisol Quintanilla | marisol | Guadalajara, Mexico | frontend | Developer | 5
I believe every component deserves an empty state.

Rodrigo Zaldívar | rodrigo | Mexico City, Mexico | backend | Senior Developer | 12
I have migrated the same database three times and learned something every time.

Ximena Ortigoza | ximena | Oaxaca, Mexico | student | Student or Learning | 0
Weaver's daughter, learning loops of the other kind.

Gabriela Sacasa | gabriela | Managua, Nicaragua | testing | Developer | 4
Tester with a soft spot for boundary values.

Esteban Villalobos | esteban | San José, Costa Rica | devops | Developer | 6
I measure deploys in coffees. We are down to half a cup.

Yanelis Portuondo | yanelis | Santiago de Cuba, Cuba | data | Developer | 7
I learned to make every megabyte count, and it stayed a habit.

Dwayne Fairweather | dwayne | Kingston, Jamaica | fullstack | Developer | 6
I build booking systems and play bass in a band that needs one.

Catalina Restrepo-Vega | catalina | Medellín, Colombia | mobile | Developer | 5
Maps, transit data and buses that arrive when the app says so.

Juan Esteban Murillo | juanes | Bogotá, Colombia | security | Junior Developer | 2
Blue team apprentice. I read logs like other people read novels.

Valentina Ibarra | valentina | Quito, Ecuador | design | Other | 7
I write interface texts in Spanish, English and as little Latin filler as possible.

Killari Mamani | killari | Cusco, Peru | frontend | Junior Developer | 1
Making sure my grandmother's language renders correctly on every phone.

Renato Bustamante | renato | Arequipa, Peru | backend | Developer | 6
Message queues, mountain bikes, at most one of them at a time.

Larissa Figueiredo | larissa | Recife, Brazil | data | Senior Developer | 9
I explain confidence intervals with football. It works surprisingly often.

Thiago Albuquerque | thiago | São Paulo, Brazil | fullstack | Senior Developer | 11
I keep a list of dependencies we removed. It is my favorite document.

Jussara Caetano | jussara | Belo Horizonte, Brazil | teaching | Instructor | 10
Nobody is "not technical". Some of us just had worse tutorials.

Caio Benevides | caio | Florianópolis, Brazil | games | Developer | 5
Physics bugs are the best bugs. I record all of them.

Florencia Etchart | florencia | Rosario, Argentina | backend | Developer | 6
Tax software, which is to say: rounding, dates and exceptions to exceptions.

Ignacio Bertolotti | ignacio | Córdoba, Argentina | embedded | Developer | 7
Tractors have more microcontrollers than you think, and I have debugged most of them.

Antonia Lillo | antonia | Valparaíso, Chile | frontend | Developer | 6
Color contrast advocate from a city with every color.

Mateo Paillalef | mateo | Temuco, Chile | student | Intern | 0
Intern by day, contributor to open documentation by night.

Lucía Olazábal | lucia | Montevideo, Uruguay | leading | Manager | 13
I write the agenda before the meeting, and often that replaces the meeting.

Nicolás Duarte | nicolas | Asunción, Paraguay | devops | Junior Developer | 2
I moved from the help desk to the terminal and brought my people skills with me.

Amélie Thibodeau | amelie | Montréal, Canada | frontend | Senior Developer | 12
I maintain an old code base with love and a very strict linter.

Desmond Clarke-Abara | desmond | Toronto, Canada | backend | Developer | 7
Distributed systems, undistributed attention.

Siku Aningmiuq | siku | Iqaluit, Canada | data | Developer | 4
Sea-ice data over satellite links. Latency is a way of life.

Harlan Whitefeather | harlan | Albuquerque, USA | embedded | Senior Developer | 17
Observatory instruments: slow motors, fast shutters, careful people.

Josephine Tran-Miller | josephine | Portland, USA | fullstack | Senior Developer | 13
I have rewritten things that did not need it, and I can tell you the signs.

Terrence Holloway | terrence | Atlanta, USA | security | Senior Developer | 14
Incident responder. My superpower is a calm voice and a good timeline.

Imani Rutherford | imani | Chicago, USA | mobile | Developer | 6
Screen reader user and app developer. Please label your icons.

Bennett Kowalczyk | bennett | Milwaukee, USA | backend | Junior Developer | 2
Former machinist. I miss the tolerances and enjoy the undo.

Luz Arredondo | luz | San Antonio, USA | testing | Senior Developer | 9
I delete tests too. A suite nobody trusts protects nobody.

Noor Abdirahman | noor | Minneapolis, USA | student | Student or Learning | 0
Night-school student, morning bus reader, asker of basic questions.

Graham Ostrander | graham | Burlington, USA | teaching | Instructor | 22
I have taught C for twenty years and still draw boxes and arrows.

Keala Nakamoto-Reed | keala | Honolulu, USA | games | Developer | 8
Ocean rendering. I get to call surfing research.

Odalys Figueroa | odalys | Ponce, Puerto Rico | fullstack | Junior Developer | 1
Career changer from nursing. I triage issues rather well.
`
