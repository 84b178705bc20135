// Logs presses in Unity: copy the folder clients/csharp/Touchd and this file into Assets, and add the component to an object of the scene.
using Touchd;
using UnityEngine;

public sealed class Touches : MonoBehaviour
{
    private readonly TouchdClient client = new TouchdClient(new ClientOptions { Name = "game", Retries = null });

    private void Start() => client.Subscribe("kiosk/menu/**", new Wishes { Events = new[] { "touch" } });

    private void Update()
    {
        while (client.Poll() is Item item)
        {
            if (item is WaitingItem waiting) Debug.LogWarning(waiting.Message);
            if (!(item is FrameItem frame)) continue;
            foreach (FrameEvent one in frame.Events)
                if (one.IsPress) Debug.Log("pressed " + one.Region);
        }
    }

    private void OnDestroy() => client.Close();
}
