/**
 * What a pill, badge or banner stands for; `data-tone` sets the colour `--tone` (base.css), the
 * words say the meaning.
 */
export type Tone = 'neutral' | 'accent' | 'brass' | 'ok' | 'warn' | 'bad' | 'info'
