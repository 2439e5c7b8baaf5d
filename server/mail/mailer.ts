export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
/** Sends one mail; rejects when it could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
