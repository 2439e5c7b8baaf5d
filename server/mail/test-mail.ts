import { SettingError, type Env } from '../env'
import { createMailer } from './create'

/** `npm run mail -- test ADDRESS`: sends one mail with the settings of the server, and says where it went. */
export const runMailTool = async (
  env: Env,
  word: string | undefined,
  address: string | undefined,
): Promise<void> => {
  if (word !== 'test' || !address?.includes('@'))
    throw new SettingError('Name an address: npm run mail -- test ADDRESS')
  const mailer = createMailer(env, () => Date.now())
  const text = `Test mail of ${env.APP_NAME}. The server can send mail to this address.`
  try {
    await mailer.send({
      to: address,
      subject: `${env.APP_NAME}: test mail`,
      text,
      html: `<p>${text}</p>`,
    })
  } catch (error) {
    throw new SettingError(`The mail server refused the test mail: ${(error as Error).message}`)
  } finally {
    await mailer.close()
  }
  console.log(
    env.SMTP_URL
      ? `Handed over to the mail server for ${address}, from ${env.MAIL_FROM}.`
      : `SMTP_URL is not set: the mail was written to ${env.DATA_DIR}/outbox and not sent.`,
  )
}
