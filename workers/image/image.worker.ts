import { expose } from 'comlink'
import { PREVIEW_WORKER } from '#contract/workers/image'
import { createHalf } from './pipeline/half'
import { SECOND } from './pipeline/halves'
import { createImageWorker } from './image-worker'

expose(self.name === SECOND ? createHalf() : createImageWorker(!self.name.endsWith(PREVIEW_WORKER)))
