import { expose } from 'comlink'
import { createImageWorker } from './image-worker'

expose(createImageWorker())
