/* windows_main: starts the host, which is in pd.dll. */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv)
{
    HMODULE pd = LoadLibraryA("pd.dll");
    int (*host_main)(int, char **) = pd ? (int (*)(int, char **))(void (*)(void))GetProcAddress(pd, "host_main") : NULL;
    if (!host_main) {
        fprintf(stderr, "pd.dll is not loaded: error %lu\n", GetLastError());
        return 1;
    }
    return host_main(argc, argv);
}
