// Runs PostgreSQL, Redis and an S3-compatible store until it is stopped; the settings that servers
// need are written to the file of the first argument. Started by `npm test -- --stack`.
import { writeFileSync } from 'node:fs'
import { postgresBinaries, startPostgres } from './postgres'
import { redisBinary, startRedis } from './redis'
import { startS3 } from './s3'

const [postgres, redis, s3] = await Promise.all([
  startPostgres(postgresBinaries().dir ?? '', { fast: true }),
  startRedis(redisBinary().path ?? ''),
  startS3(),
])
writeFileSync(
  process.argv[2],
  JSON.stringify({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET: 'tous les moteurs, pour les tests du navigateur',
    ...s3.settings,
  }),
)
process.on('SIGTERM', async () => {
  await Promise.all([postgres.close(), redis.close(), s3.close()])
  process.exit(0)
})
setInterval(() => undefined, 60_000)
