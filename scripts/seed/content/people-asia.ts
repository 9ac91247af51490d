export const asia = `
佐藤 美咲 | misaki | Sapporo, Japan | frontend | Senior Developer | 10
I translate design systems, and sometimes their documentation, between Japanese and English.

高橋 蓮 | ren | Fukuoka, Japan | backend | Developer | 5
Ruby first, Rust later, ramen always.

Haruka Minamoto | haruka | Kyoto, Japan | games | Developer | 7
Shaders, tea and the search for a stable sixty frames a second.

김서연 | seoyeon | Busan, South Korea | mobile | Developer | 4
I write Kotlin on weekdays and explain it to my younger brother at weekends.

박지훈 | jihun | Seoul, South Korea | devops | Senior Developer | 11
Every alert needs an owner, a reason and an end.

林詩涵 | shihan | Taipei, Taiwan | data | Developer | 6
Search relevance, tokenizers and the joys of text without spaces.

陳柏宇 | boyu | Tainan, Taiwan | embedded | Developer | 5
I put Linux on boards that came with a one-page data sheet.

王晓雨 | xiaoyu | Chengdu, China | fullstack | Developer | 5
I enjoy deleting code that nobody calls any more.

刘子昂 | ziang | Hangzhou, China | backend | Senior Developer | 9
Caches, queues and the two hard problems, of which I have met all three.

Mei-Ling Tsang | meiling | Hong Kong | testing | Developer | 6
I test payments. If you were never charged twice, you are welcome.

Nguyễn Minh Châu | minhchau | Da Nang, Vietnam | frontend | Developer | 4
Animations that respect people who asked for fewer of them.

Trần Quốc Bảo | bao | Ho Chi Minh City, Vietnam | fullstack | Junior Developer | 2
I read one old pull request of our code base every morning with my coffee.

Siriporn Chaiyasit | siriporn | Chiang Mai, Thailand | teaching | Instructor | 9
I run free weekend classes in a library. Bring a laptop; we have mangoes.

Arif Budiwibowo | arif | Yogyakarta, Indonesia | mobile | Senior Developer | 8
Apps for farmers' cooperatives: big buttons, small downloads.

Dewi Kusumaningrum | dewi | Bandung, Indonesia | data | Junior Developer | 1
Learning statistics again, this time because I want to.

Nur Izzati Rahim | izzati | Penang, Malaysia | backend | Developer | 5
I maintain the service everybody calls and nobody remembers. It is very stable.

Wei Jie Koh | weijie | Singapore | security | Senior Developer | 10
Threat models on one page, or they are not read.

Carmela Dimaculangan | carmela | Cebu, Philippines | frontend | Junior Developer | 2
Self-taught, library card holder, grid enthusiast.

Joaquin Salonga | joaquin | Manila, Philippines | devops | Developer | 6
I practice restoring backups, because nobody needs a backup; everybody needs a restore.

Ananya Raghunathan | ananya | Chennai, India | backend | Senior Developer | 11
Ledgers, idempotency keys and classical dance.

Rohan Deshpande | rohan | Pune, India | fullstack | Developer | 5
I like side projects that fit in one file.

Kavya Nambiar | kavya | Kochi, India | student | Student or Learning | 0
Third-year student who reads standards documents for fun. Please send more.

Harpreet Sandhu | harpreet | Chandigarh, India | leading | Manager | 16
I have interviewed several hundred people and learned to ask fewer, kinder questions.

Ishita Chattopadhyay | ishita | Kolkata, India | data | Senior Developer | 9
Language technology for languages with more poets than data sets.

Aditya Kulkarni | aditya | Bengaluru, India | devops | Developer | 4
I once fixed an outage by deleting a cron job. I have been careful with cron since.

Farzana Haque | farzana | Dhaka, Bangladesh | frontend | Developer | 4
Forms should be kind. I write the error messages I would like to read.

Tanvir Chowdhury | tanvir | Chattogram, Bangladesh | backend | Intern | 0
My first production bug was a time zone. I am told it never stops.

Dinithi Wickramasuriya | dinithi | Colombo, Sri Lanka | testing | Junior Developer | 2
I draw state machines on napkins and then in test files.

Bilal Qureshi | bilal | Lahore, Pakistan | fullstack | Developer | 6
I write plain HTML until it hurts, and it hurts later than you think.

Mahnoor Siddiqui | mahnoor | Karachi, Pakistan | mobile | Junior Developer | 1
Learning Swift after three years of learning patience as a kindergarten teacher.

Sujata Gurung | sujata | Pokhara, Nepal | teaching | Instructor | 8
I teach Python to trekking guides, who already understand loops and backtracking.

Айгерим Сапарова | aigerim | Almaty, Kazakhstan | data | Developer | 5
I clean data, label axes and question averages.

Dilnoza Yusupova | dilnoza | Samarkand, Uzbekistan | student | Intern | 0
Intern, note taker, collector of good commit messages.

ნინო ბერიძე | nino | Tbilisi, Georgia | design | Other | 6
Type designer and front-end tinkerer; I worry about line height in three scripts.

Արամ Սարգսյան | aram | Yerevan, Armenia | backend | Developer | 7
Compilers at university, billing systems at work, chess at night.

نرگس کاظمی | narges | Shiraz, Iran | frontend | Developer | 5
Right-to-left layouts are not an edge case; they are Tuesday.

Selin Aydoğdu | selin | Izmir, Türkiye | fullstack | Developer | 6
I pair with anyone who brings a failing test.

ליאור אברמוב | lior | Haifa, Israel | security | Developer | 8
Parsers are attack surface. I fuzz them so that you can sleep.

Rania Haddadin | rania | Amman, Jordan | leading | Manager | 12
Engineering manager who still reviews code on Fridays, with biscuits.

خالد المنصوري | khalid | Dubai, United Arab Emirates | devops | Developer | 7
Fewer clusters, better runbooks.

Layla Bou Saab | layla | Beirut, Lebanon | fullstack | Senior Developer | 10
I design systems for places where the power goes out. It makes them better everywhere.

Maia Tūhoe | maia | Wellington, New Zealand | teaching | Instructor | 11
I teach people to read code aloud. It finds more bugs than you would expect.

Angus Wetherill | angus | Hobart, Australia | embedded | Senior Developer | 15
Sensor buoys, low-power radios and very long cables.

Matilda Okonjo-Reyes | matilda | Melbourne, Australia | frontend | Senior Developer | 9
I make slow pages fast, mostly by sending less.
`
