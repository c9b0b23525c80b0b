#include "ns3/test.h"
using namespace ns3;
