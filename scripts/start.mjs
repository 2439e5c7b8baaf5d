// `npm start`: installs, builds what is out of date, then runs the server in this process. With an
// argument (export, import, backup, restore, mail, staff, trace, keys) it runs that tool instead; in a container:
// node dist/server/main.js export FOLDER
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { install, requireNode } from './install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (existsSync('.env'))
  for (const [name, value] of Object.entries(parseEnv(readFileSync('.env', 'utf8'))))
    process.env[name] ??= value
const nodeEnv = process.env.NODE_ENV
install()
const { build } = await import('./build.mjs')
await build()
if (nodeEnv === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = nodeEnv
await import(join(root, 'dist/server/main.js'))
