// collage: turns folders of photos into collages and contact sheets.

import Glibc

exit(CollageCommand.run())
