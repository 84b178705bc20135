import Arguments
import Bridge
import Glibc

exit(Program.main(ProgramArguments.all))
