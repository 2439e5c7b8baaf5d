// order matters: features are removed before the worker's code detects them
import './limit'
import '../../../../workers/image/image.worker'
