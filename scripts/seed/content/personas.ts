type Persona = {
  topics: readonly string[]
  skills: string
  titles: readonly [string, string, string]
  studies: readonly string[]
  tasks: readonly string[]
}

export const PERSONAS = {
  frontend: {
    topics: ['typescript', 'javascript', 'react', 'css', 'accessibility', 'testing', 'performance', 'git'],
    skills: 'TypeScript,JavaScript,HTML,CSS,React,Vue,Svelte,Accessibility,Design Systems,Vite,Testing,SVG',
    titles: ['Junior Front-end Developer', 'Front-end Developer', 'Senior Front-end Developer'],
    studies: ['Media Informatics', 'Computer Science', 'Human-Computer Interaction', 'Graphic Design'],
    tasks: [
      'Built the component library that four product teams share, with every component documented and tested.',
      'Halved the time to first paint of the shop by sending less JavaScript.',
      'Moved a large page from class names by hand to a small design system.',
      'Made the booking flow usable by keyboard and screen reader from end to end.',
      'Introduced visual regression tests and removed most of the surprises on release days.',
    ],
  },
  backend: {
    topics: ['sql', 'go', 'java', 'typescript', 'performance', 'security', 'testing', 'git', 'regex', 'rust'],
    skills: 'PostgreSQL,Go,Java,Node.js,TypeScript,SQL,REST,Redis,Message Queues,Docker,Rust,Kotlin,OpenAPI',
    titles: ['Junior Back-end Developer', 'Back-end Developer', 'Senior Back-end Developer'],
    studies: ['Computer Science', 'Software Engineering', 'Information Systems', 'Mathematics'],
    tasks: [
      'Owned the ledger service: no lost cent, no double booking, answers below 20 ms.',
      'Split one slow nightly job into many small ones that can fail and be tried again.',
      'Brought a ten-year-old API under contract tests and then under control.',
      'Replaced three caches with two indexes.',
      'Designed the event log that invoices, mails and reports are made from.',
    ],
  },
  fullstack: {
    topics: [
      'typescript',
      'javascript',
      'react',
      'sql',
      'css',
      'git',
      'performance',
      'security',
      'devops',
      'regex',
    ],
    skills: 'TypeScript,Node.js,React,PostgreSQL,SQLite,CSS,HTML,Docker,Testing,GraphQL,Python,Linux',
    titles: ['Junior Web Developer', 'Full-stack Developer', 'Senior Full-stack Developer'],
    studies: ['Computer Science', 'Web Development', 'Information Technology', 'Business Informatics'],
    tasks: [
      'Built the booking system of small guest houses, from the form to the invoice.',
      'One of three developers of a product used by four hundred clinics.',
      'Took a prototype to production: accounts, payments, backups and a manual.',
      'Replaced a paper process with a web form that people in fact prefer.',
      'Kept an old application alive while a new one grew beside it.',
    ],
  },
  data: {
    topics: ['data', 'sql', 'python', 'performance', 'regex'],
    skills:
      'Python,SQL,pandas,PostgreSQL,Data Modeling,Statistics,Jupyter,DuckDB,Airflow,R,Visualization,Parquet',
    titles: ['Data Analyst', 'Data Engineer', 'Senior Data Engineer'],
    studies: ['Statistics', 'Mathematics', 'Data Science', 'Physics', 'Economics'],
    tasks: [
      'Built the pipeline that turns two million sensor readings a day into one honest chart.',
      'Reconciled the numbers of five departments and wrote down every definition.',
      'Made the nightly load incremental: from six hours to eleven minutes.',
      'Trained colleagues to ask the warehouse themselves, and reviewed what they asked.',
      'Found and documented the sources of drift in ten years of measurements.',
    ],
  },
  mobile: {
    topics: ['mobile', 'accessibility', 'testing', 'performance', 'git'],
    skills: 'Kotlin,Swift,Android,iOS,Flutter,SQLite,Offline Sync,Accessibility,Java,Testing,REST',
    titles: ['Junior Mobile Developer', 'Mobile Developer', 'Senior Mobile Developer'],
    studies: ['Computer Science', 'Software Engineering', 'Interaction Design'],
    tasks: [
      'Wrote the offline mode of an app for field workers, with conflict handling that people understand.',
      'Cut the download size to a third for users with little storage.',
      'Released every second week for three years without a single emergency update.',
      'Made the whole app work with large text and a screen reader.',
      'Moved the app from two code bases to one, screen by screen.',
    ],
  },
  embedded: {
    topics: ['embedded', 'c', 'rust', 'linux', 'git', 'testing'],
    skills: 'C,C++,Rust,FreeRTOS,Zephyr,Linux,CAN,I2C,Yocto,Python,Electronics,Oscilloscopes',
    titles: ['Firmware Developer', 'Embedded Software Developer', 'Senior Embedded Developer'],
    studies: ['Electrical Engineering', 'Computer Engineering', 'Mechatronics', 'Physics'],
    tasks: [
      'Brought up three boards from the first blinking light to certification.',
      'Wrote the boot loader with signed updates and a way back.',
      'Extended battery life from weeks to months by measuring before changing.',
      'Built the test bench that runs each night on real hardware.',
      'Wrote drivers for sensors whose data sheets were shorter than their names.',
    ],
  },
  devops: {
    topics: ['devops', 'linux', 'git', 'go', 'security', 'performance', 'python'],
    skills: 'Linux,Docker,Kubernetes,Terraform,Ansible,Bash,Go,Python,Prometheus,PostgreSQL,Networking,CI/CD',
    titles: ['System Administrator', 'Platform Engineer', 'Senior Platform Engineer'],
    studies: ['Computer Networks', 'Computer Science', 'Information Technology'],
    tasks: [
      'Made deployments a matter of minutes and rollbacks a matter of seconds.',
      'Moved forty services to one way of building, shipping and watching them.',
      'Introduced restore drills, and found out in time why we needed them.',
      'Cut the monthly bill by a third by turning off what nobody used.',
      'Wrote the runbooks and then automated most of them away.',
    ],
  },
  security: {
    topics: ['security', 'linux', 'regex', 'devops', 'c', 'python'],
    skills:
      'Application Security,Threat Modeling,Linux,Python,Cryptography,Fuzzing,OAuth,Networking,Go,C,TLS',
    titles: ['Security Analyst', 'Application Security Engineer', 'Senior Security Engineer'],
    studies: ['Information Security', 'Computer Science', 'Mathematics'],
    tasks: [
      'Reviewed designs before they were built, which is cheaper for everybody.',
      'Ran the response to incidents and wrote the reports that people read.',
      'Moved the company from shared passwords to hardware keys without a revolt.',
      'Fuzzed the file importers and fixed what fell out together with their authors.',
      'Built the tool that rotates keys and tells nobody, because nothing breaks.',
    ],
  },
  testing: {
    topics: ['testing', 'accessibility', 'javascript', 'sql', 'python', 'regex'],
    skills:
      'Test Automation,Playwright,TypeScript,SQL,Exploratory Testing,Python,CI/CD,Accessibility,Load Testing',
    titles: ['Software Tester', 'Test Engineer', 'Senior Test Engineer'],
    studies: ['Software Engineering', 'Linguistics', 'Information Technology', 'Psychology'],
    tasks: [
      'Brought the browser tests from forty minutes to six and from flaky to trusted.',
      'Introduced exploratory sessions in pairs, which found what scripts did not.',
      'Wrote the load tests that told us about the sale before the sale did.',
      'Taught the team to write bug reports that can be repeated.',
      'Designed the test data that every other team now uses.',
    ],
  },
  games: {
    topics: ['games', 'c', 'rust', 'performance', 'git'],
    skills: 'C++,Rust,C#,Shaders,Linear Algebra,Physics,Profiling,Blender,Lua,Sound Design',
    titles: ['Junior Game Developer', 'Gameplay Programmer', 'Senior Engine Programmer'],
    studies: ['Game Development', 'Computer Graphics', 'Physics', 'Computer Science'],
    tasks: [
      'Wrote the physics and the replay system of a racing game for the whole family.',
      'Kept the frame time below sixteen milliseconds on the oldest supported machine.',
      'Built the level editor that our designers use all day.',
      'Shipped two small games from the first sketch to the last patch.',
      'Added subtitles, remappable keys and calmer effects to an existing engine.',
    ],
  },
  student: {
    topics: ['javascript', 'python', 'git', 'css', 'careers', 'linux', 'sql'],
    skills: 'Python,JavaScript,HTML,CSS,Git,SQL,Linux,Java,C,Algorithms',
    titles: ['Student Assistant', 'Web Volunteer', 'Software Intern'],
    studies: ['Computer Science', 'Software Engineering', 'Web Development', 'Applied Mathematics'],
    tasks: [
      'Kept the website of the local library running and learned what a backup is.',
      'Helped first-year students in the programming lab twice a week.',
      'Wrote a small tool for stock-keeping, with tests, in my first month.',
      'Translated documentation and fixed the examples in it.',
    ],
  },
  teaching: {
    topics: ['python', 'javascript', 'git', 'careers', 'accessibility', 'c', 'css', 'linux', 'data'],
    skills: 'Teaching,Python,JavaScript,C,Git,Curriculum Design,Public Speaking,SQL,HTML,CSS,Linux',
    titles: ['Software Developer', 'Programming Instructor', 'Lead Instructor'],
    studies: ['Education', 'Computer Science', 'Mathematics', 'Computer Science Education'],
    tasks: [
      'Designed a first programming course that nine out of ten finish.',
      'Teach evening classes for people who change careers.',
      'Wrote exercises that give useful feedback before the teacher has to.',
      'Mentor new instructors and sit in on their first lessons.',
    ],
  },
  leading: {
    topics: ['careers', 'devops', 'testing', 'git', 'performance'],
    skills: 'Engineering Management,Mentoring,Hiring,Architecture,Roadmaps,Java,SQL,Facilitation,Writing',
    titles: ['Software Developer', 'Team Lead', 'Engineering Manager'],
    studies: ['Computer Science', 'Business Informatics', 'Industrial Engineering'],
    tasks: [
      'Lead three teams that release on their own and talk to each other gladly.',
      'Introduced written decisions, which made meetings shorter and absences possible.',
      'Grew the team from four to fifteen without losing anyone.',
      'Turned a yearly release into a weekly one.',
    ],
  },
  design: {
    topics: ['css', 'accessibility', 'careers', 'javascript'],
    skills:
      'Interaction Design,Accessibility,Typography,CSS,HTML,Technical Writing,User Research,Prototyping,SVG',
    titles: ['Junior Designer', 'Interaction Designer', 'Design Technologist'],
    studies: ['Communication Design', 'Interaction Design', 'Journalism', 'Typography'],
    tasks: [
      'Wrote the style guide for words: buttons, errors and empty pages.',
      'Tested every prototype with five people before anyone wrote code.',
      'Built the bridge between the design files and the component library.',
      'Made the documentation searchable by the words that users use.',
    ],
  },
} as const satisfies Record<string, Persona>

export type PersonaName = keyof typeof PERSONAS
