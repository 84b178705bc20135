// Prints the regions that are pressed. From a clone, with Mono (Debian: mono-mcs, mono-runtime):
//     mcs -r:System.Core clients/csharp/Touchd/*.cs examples/csharp/Presses.cs -out:presses.exe
//     mono presses.exe [GLOB of region paths]...
using System;
using Touchd;

internal static class Program
{
    private static void Main(string[] regions)
    {
        foreach (TouchEvent press in Presses.On(regions))
        {
            Console.WriteLine("pressed " + press.Region);
        }
    }
}
