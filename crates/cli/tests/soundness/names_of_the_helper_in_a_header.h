inline int sa(int x) { return x + 1; }
namespace streamalloc { struct Thing { int v; }; }
