import { spawn } from 'node:child_process'

const commands = [
  ['node', ['--watch', '--watch-preserve-output', 'server/main.ts']],
  ['vite', []],
]
const children = commands.map(([command, args]) => spawn(command, args, { stdio: 'inherit' }))

function stop() {
  for (const child of children) child.kill()
}
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
