#include "ns3/test.h"
using namespace ns3;

class Suite_ : public TestSuite
{
  public:
    Suite_()
        : TestSuite("tcp-lossy-doc", Type::UNIT)
    {
    }
};

namespace
{
Suite_ g_suite;
}
