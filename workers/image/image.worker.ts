import { expose } from 'comlink'
import { createHalf } from './half'
import { SECOND } from './halves'
import { createImageWorker } from './image-worker'

expose(self.name === SECOND ? createHalf() : createImageWorker())
