// A stub of the part of Unity's interface that examples/csharp/Touches.cs uses, with a main loop that calls a component as Unity does.
using System;
using System.Reflection;
using System.Threading;

namespace UnityEngine
{
    public abstract class MonoBehaviour
    {
    }

    public static class Debug
    {
        public static void Log(object message) => Console.WriteLine(message);

        public static void LogWarning(object message) => Console.Error.WriteLine(message);
    }

    // Unity has these types too, so a program that uses both namespaces must not find two of them.
    public struct Touch
    {
    }

    public enum TouchPhase
    {
    }

    public sealed class Screen
    {
    }

    public sealed class Event
    {
    }

    public sealed class Tree
    {
    }

    public struct Bounds
    {
    }

    public sealed class Transform
    {
    }

    internal static class MainLoop
    {
        private static void Main()
        {
            var component = new Touches();
            Call(component, "Start");
            for (int turn = 0; turn < 30000; turn++)
            {
                Call(component, "Update");
                if (turn == 100)
                {
                    // A component that waits for touchd would never get here.
                    Debug.LogWarning("turn 100");
                }
                Thread.Sleep(16);
            }
            Call(component, "OnDestroy");
        }

        private static void Call(Touches component, string method) =>
            typeof(Touches).GetMethod(method, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(component, null);
    }
}
