// the order matters: abilities are gone before the worker's code looks for them
import './limit'
import '../../../../workers/image/image.worker'
